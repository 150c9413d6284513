"""What pages there are: each from its template, filled with what content and solver say."""
