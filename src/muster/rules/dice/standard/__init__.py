"""An attack of the standard game: its steps in the rules' order, and best play.

Read `muster.rules.dice.standard.sequence` first (the steps after the attack dice lie), then
`muster.rules.dice.standard.weighing`, which puts the odds together, and
`muster.rules.dice.standard.best_play`, which decides the rerolls. `muster.rules.dice.standard.advice`
answers for dice that already lie on the table.
"""
