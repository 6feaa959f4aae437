"""What dice will bring in Special Operations, exactly and beforehand."""
