"""What spectators see, without signing in.

Read `muster.web.tournament.public.snapshot` first: what is public of an event, made once per version.
`muster.web.tournament.public.public` and `muster.web.tournament.public.screen` draw it, from
`muster.web.tournament.public.parts` and `muster.web.tournament.public.rows`.
"""
