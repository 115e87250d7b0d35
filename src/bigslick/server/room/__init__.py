"""The card room: everything that one server offers."""
