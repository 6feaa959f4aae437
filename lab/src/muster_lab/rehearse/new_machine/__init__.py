"""A new machine in a folder, for rehearsals that type what a page says: read `clean_root` first."""
