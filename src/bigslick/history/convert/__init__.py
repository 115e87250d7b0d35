"""Converts histories between formats, optionally hiding names or cards."""
