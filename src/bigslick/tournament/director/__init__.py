"""The decisions of a running event: seats, moves, places and prizes."""
