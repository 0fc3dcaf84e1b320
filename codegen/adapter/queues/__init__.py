"""The queues of an adapter: how work requests become WQEs, how CQEs become work completions."""
