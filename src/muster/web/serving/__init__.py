"""What stands before the site: addresses, bodies, turns, lanes, certificates, logs."""
