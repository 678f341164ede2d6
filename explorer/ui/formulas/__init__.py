"""Mathematics on the screen: boxes, derivations, the formula bar."""
