"""Pictures of noise, on figures of matplotlib that show themselves in a notebook."""
