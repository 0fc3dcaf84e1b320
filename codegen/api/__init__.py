"""The API language: model, checks and rendering. Entry point: build.outputs()."""
