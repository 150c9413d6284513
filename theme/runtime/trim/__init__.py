"""What of the WebAssembly need not travel, and how it is left out."""
