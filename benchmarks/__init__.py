"""Speed of the package beside its peers. Nothing here is a test."""
