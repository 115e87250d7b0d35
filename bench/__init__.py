"""Benchmarks against peers: each figure is a ratio, measured side by side in the same run."""
