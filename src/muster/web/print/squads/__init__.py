"""Special Operations on paper: everything is in `muster.web.print.squads.sheets`."""
