"""A fault harness: people play over raw sockets while servers, databases, disks, clocks and connections fail."""
