"""The study that two have answered."""

NAME = "mammography"
KIMS_SECOND = (
    "2. A finds 1, misses 79, flags 0 without cancer; B finds 78, misses 2, flags 32 without "
    "cancer. Said: about equal."
)
