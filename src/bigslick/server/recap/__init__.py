"""The night's recap: what it tells, worked out from a closed table's records, and its picture for messengers."""
