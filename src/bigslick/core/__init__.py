"""The hot path: ints only, one Python source per module, compiled if a C compiler is available."""
