"""Cards and army lists held against each other: figures, orders that go by them, and what differs."""
