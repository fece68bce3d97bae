"""What connected shops send by themselves: proven, kept once, and taken in."""
