"""The machine that plays a checked game fast: its code, its memory, and the assembler that writes both."""
