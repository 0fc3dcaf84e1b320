"""The ABI language: records, commands and state tables of spec/kernel/*.yaml. Entry point: build.outputs()."""
