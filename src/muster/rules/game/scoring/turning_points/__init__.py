"""The seven Turning Points, a module each. Read `muster.rules.game.scoring.turning_points.seize_your_destiny`
first: it is the shortest. What they pay in a campaign is in `muster.rules.campaign.battle.missions`.
"""
