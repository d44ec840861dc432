"""The conformance suite and the plugin: power on planted faults, silence on correct samplers."""
