"""The hot path: ints only, one Python source per module, compiled where a C compiler is found."""
