"""Where the parts of pictures stand; the templates draw them."""
