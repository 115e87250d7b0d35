"""Helpers that commands share: options, output, files, reports and refusals."""
