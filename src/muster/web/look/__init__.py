"""Look around: on a fresh server one click opens the demo world, served by a second process below /look/.

Read `forwarding` first: it passes on what is asked there. `starting` starts the process, `serving` is its
loop, `demo_world` what differs inside the demo, and `offer` says when a server offers it.
"""
