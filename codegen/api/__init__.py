"""The api language: model, checks and rendering. Entry point: build.outputs()."""
