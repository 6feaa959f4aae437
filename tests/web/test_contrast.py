"""Every pair of colours we use is legible, in both themes."""

import subprocess
import sys
from pathlib import Path


def test_every_token_pair_has_enough_contrast():
    script = Path(__file__).with_name("check_contrast.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
