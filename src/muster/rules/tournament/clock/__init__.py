"""The clock of a round, also one whose length nobody may know.

Read `muster.rules.tournament.clock.clock` first, which derives the time from what was recorded, then
`muster.rules.tournament.running.timekeeping`, which records it. `muster.rules.tournament.clock.recon_time`
rolls and seals a secret length.
"""
