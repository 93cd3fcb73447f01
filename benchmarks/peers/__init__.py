"""Ours beside BoTorch's preferential Gaussian process, on the same experts in one run."""
