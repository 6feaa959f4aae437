"""Tours of Duty outside a battle: Registers, clubs' campaigns, their stories.

Read `muster.app.campaign.commands` first (what people can ask for), then `muster.app.campaign.registers`
and `muster.app.campaign.clubs`, which carry it out and decide who may. `muster.app.campaign.logs` reads and
writes the streams; `muster.app.campaign.export` turns a whole campaign into a file,
`muster.app.campaign.importing` back. Battles have a folder of their own, and the rules are in
`muster.rules.campaign`.
"""
