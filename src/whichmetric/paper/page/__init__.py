"""The page that shows the reproduction: printed numbers beside ours, differences explained."""
