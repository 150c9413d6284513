"""The scenario, the one text notation of the project: its fields, its records, and the same in sentences."""
