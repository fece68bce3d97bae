"""Teaching cases: one small order for each way in which an order can go."""
