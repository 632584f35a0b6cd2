"""Serves the page's files to the browser of this machine, because a frame in a notebook needs an address."""

from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import as_file
from threading import Thread
from typing import Any

from .data import folder


class _Files(SimpleHTTPRequestHandler):
    # The system may have other types for these files, and then a browser refuses the modules.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2",
    }

    def end_headers(self) -> None:
        # A notebook may show the page in a sandbox, which has no origin.
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Writes nothing, because the output of a notebook belongs to its reader."""


@cache
def serve() -> str:
    """The address of the folder with ``embed.html`` on 127.0.0.1, valid until the process ends. It uses no network."""
    held = as_file(folder() / "page")
    path = str(held.__enter__())  # open as long as the server, and so as long as the process

    def files(*args: Any) -> _Files:
        return _Files(*args, directory=path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), files)
    server.daemon_threads = True
    Thread(target=server.serve_forever, name="aqm-explorer-page", daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"
