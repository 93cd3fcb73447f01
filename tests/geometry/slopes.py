"""How well the classes of a synthetic population separate, from hardly to almost perfectly."""

from hypothesis import strategies as st

SLOPES = [0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0, 123.4, 500.0]
slopes = st.one_of(st.sampled_from(SLOPES), st.floats(0.01, 500.0))
