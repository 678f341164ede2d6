"""The main window, its menus, docks, dialogs and notices."""
