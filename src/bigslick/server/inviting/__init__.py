"""Invitations to private tables and tournaments: what they show, the picture for messengers, the QR code."""
