"""One harness for faults: people play over raw sockets while servers, databases, disks, clocks and lines fail."""
