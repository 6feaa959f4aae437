"""How every game is decided. Read `choices` (what may be chosen), then `continuations` (what follows)."""
