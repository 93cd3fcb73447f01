"""Many experts who answer at once: how long they wait, and whether an answer is lost or doubled.

The real server runs in a process of its own; each expert is a thread that does what a browser
without script does: it sends the form, follows to the next page, and waits until that is whole.
"""
