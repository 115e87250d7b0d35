"""Helpers shared by the commands: options, output, files, reports and error handling."""
