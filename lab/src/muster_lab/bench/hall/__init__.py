"""`muster-lab bench hall`: a thousand viewers of one event while results come in.

Read `muster_lab.bench.hall.hall` first: it starts a real server and enters the results.
`muster_lab.bench.hall.viewers` hold the live page in a process of their own, and
`muster_lab.bench.hall.rates` measures how many requests a second are answered.
"""
