"""Registers on pages: begin, build, read, correct, print.

Read `muster.web.campaign.registers.pages` and `muster.web.campaign.registers.register` first, then
`muster.web.campaign.registers.building` and `muster.web.campaign.registers.recruit`, the wizard of a new
one. `muster.web.campaign.registers.corrections` shows the effects of a correction before it is made.
"""
