"""Our methods beside the paper's, chance, another library and the information limit."""
