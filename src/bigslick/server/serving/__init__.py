"""The task behind every served table and tournament."""
