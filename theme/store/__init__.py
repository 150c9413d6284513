"""What is downloaded, checked by its hash and kept."""
