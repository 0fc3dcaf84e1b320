"""The language of management datagrams: formats and attributes of spec/mad/*.yaml. Entry point: build.outputs()."""
