"""What ``plyground game new`` writes."""
