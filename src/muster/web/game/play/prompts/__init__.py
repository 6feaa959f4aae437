"""What a seat is asked now, as a value that a template draws.

Read `muster.web.game.play.prompts.prompt` first, then `muster.web.game.play.prompts.asking`, which picks
the one to show. The others hold the prompts by phase: `muster.web.game.play.prompts.setup`,
`muster.web.game.play.prompts.rounds`, `muster.web.game.play.prompts.ending`;
`muster.web.game.play.prompts.cards` for cards, and `muster.web.game.play.prompts.special_operations`,
`muster.web.game.play.prompts.attacks` and `muster.web.game.play.prompts.defending` for that mode.
"""
