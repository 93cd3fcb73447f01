"""The paper's figures, drawn from computed quantities."""
