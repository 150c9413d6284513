"""How Mecatol looks: templates, styles, the browser side and the hooks that build the site (imports nothing here)."""
