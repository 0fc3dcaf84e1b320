"""Pictures of adapters for the web site: the bits of formats, WQEs and CQEs, rings, and the stages of a work request.
"""
