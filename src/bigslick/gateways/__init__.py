"""Other people's protocols, a folder for each: their programs play here, and ours play there."""
