"""The adapter language: model, checks and rendering. Entry point: build.outputs()."""
