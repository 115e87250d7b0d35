"""The hot rooms: ints only, one Python source each, compiled where a C compiler is found."""
