"""The task that a served table and a served tournament share."""
