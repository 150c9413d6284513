"""What knows a generator of sites: MkDocs by its hook, Zensical by the sources that it reads."""
