"""The language of management datagrams: formats and attributes from spec/mad/*.yaml. Entry point: build.outputs()."""
