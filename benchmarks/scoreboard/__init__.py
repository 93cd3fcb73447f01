"""Everything in small, in one run: methods, large tables, decisions and load, beside the peers.

Whatever is measured is the better the smaller it is, and ``times_ours`` is how many times ours
another's is.
"""
