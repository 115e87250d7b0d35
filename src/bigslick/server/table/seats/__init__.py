"""The seats of a served table: taking, keeping, leaving and changing them."""
