"""The scale of the scores: a panel to change it live, and the laboratory of why it is 1/√d."""
