"""The four missions, a module each.

Read `muster.rules.game.special_operations.missions.operation` first (a mission as a value), then
`muster.rules.game.special_operations.missions.shifting_priorities`, the shortest.
"""
