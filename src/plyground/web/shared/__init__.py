"""What all resources of the server use."""
