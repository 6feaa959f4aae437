"""Tours of Duty: the documents as data, the calculators over it, and the Register that lives by it."""
