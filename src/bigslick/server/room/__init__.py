"""The card room: everything one server offers."""
