"""A plain file server on a port of its own, as any web host is one."""

from __future__ import annotations

import functools
import gzip
import hashlib
import http.server
import threading
from collections import Counter
from pathlib import Path


class Host:
    """Serves a folder compressed, as web hosts do, and counts the bytes of each file."""

    def __init__(self, folder: Path, start: str = "") -> None:
        self.sent: Counter[str] = Counter()
        sent = self.sent

        class Handler(http.server.SimpleHTTPRequestHandler):
            protocol_version = "HTTP/1.1"  # browsers use tags with nothing older

            def do_GET(self) -> None:
                path = Path(self.translate_path(self.path))
                if path.is_dir():
                    path /= "index.html"
                known = self.headers.get("If-None-Match")
                if not path.is_file():
                    self.send_error(404)
                    return
                content = gzip.compress(path.read_bytes(), mtime=0)
                tag = f'"{hashlib.sha256(content).hexdigest()}"'
                self.send_response(304 if known == tag else 200)
                self.send_header("ETag", tag)
                if known == tag:
                    self.send_header("Content-Length", "0")
                else:
                    sent[path.relative_to(self.directory).as_posix()] += len(content)
                    self.send_header("Content-Type", self.guess_type(path))
                    self.send_header("Content-Encoding", "gzip")
                    self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if known != tag:
                    self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        handler = functools.partial(Handler, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/{start}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
