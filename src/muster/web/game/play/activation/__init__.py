"""Activations on pages: tokens and cards on rows, what is told of them, forms, the clock. Read
`muster.web.game.play.activation.tokens` first."""
