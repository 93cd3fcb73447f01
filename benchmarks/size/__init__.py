"""Score tables of many rows: how long they take, how much memory, and what a person waits for."""
