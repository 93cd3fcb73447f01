"""The parts of the page that `html_report` makes, each from the plain data of a report."""
