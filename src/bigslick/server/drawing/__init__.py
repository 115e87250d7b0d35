"""Pictures for messengers: fonts, the felt, cards and lines of text, and the queue in which pictures are drawn."""
