"""The files of the site, and what is done with them: styles and scripts, policy, headers, archive, worker."""
