"""What the window works on: the session, its edits and the settings. No widgets."""
