"""`python -m shopops.demo.mailbox --port 2525 --folder var/mailbox`: the demo's mail server."""

import argparse
from pathlib import Path

from shopops.demo.mailbox.server import serve

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m shopops.demo.mailbox")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    asked = parser.parse_args()
    serve(asked.port, asked.folder)
