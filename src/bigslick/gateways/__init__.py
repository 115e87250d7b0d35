"""Other people's protocols: what lets their programs play here, and ours play there. One module or package for each."""
