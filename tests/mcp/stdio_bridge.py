"""The fixture server's standard streams as an HTTP endpoint, for a suite that speaks HTTP alone.

Each POST is written to the server as one line. What comes back goes to the request it belongs to:
answers by their id (which is made unique on the way, since clients count from one each), progress by
its token, everything else to those that wait. Nothing of HTTP is checked here: what the protocol
demands of headers and statuses is not what this is for.

Usage: stdio_bridge.py SERVER [ARGS...]; prints its address and ends when its input does.
"""

import http.server
import itertools
import json
import queue
import subprocess
import sys
import threading

MODERN = "io.modelcontextprotocol/protocolVersion"


class Bridge:
    def __init__(self, command):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lock = threading.Lock()
        self.numbers = itertools.count(1)
        self.waiting = {}  # our id: (the client's id, its progress token, what came)
        threading.Thread(target=self.read, daemon=True).start()

    def write(self, message):
        with self.lock:
            self.server.stdin.write(json.dumps(message).encode() + b"\n")
            self.server.stdin.flush()

    def begin(self, message):
        number = next(self.numbers)
        token = message.get("params", {}).get("_meta", {}).get("progressToken")
        came = queue.Queue()
        with self.lock:
            self.waiting[number] = (message["id"], token, came)
        self.write({**message, "id": number})
        return number, came

    def end(self, number, cancelled):
        with self.lock:
            self.waiting.pop(number, None)
        if cancelled:
            self.write({"jsonrpc": "2.0", "method": "notifications/cancelled",
                        "params": {"requestId": number}})

    def read(self):
        for line in self.server.stdout:
            message = json.loads(line)
            with self.lock:
                if "method" not in message:
                    theirs, _, came = self.waiting.get(message.get("id"), (None, None, None))
                    if came:
                        came.put({**message, "id": theirs})
                    continue
                params = message.get("params", {})
                tag = "io.modelcontextprotocol/subscriptionId"
                subscription = params.get("_meta", {}).get(tag)
                for number, (theirs, token, came) in self.waiting.items():
                    if "progressToken" in params and params["progressToken"] != token:
                        continue
                    if subscription is not None and subscription != number:
                        continue
                    said = json.loads(json.dumps(message))
                    if subscription is not None:
                        said["params"]["_meta"][tag] = theirs
                    came.put(said)


STATUS = {-32601: 404, -32600: 400, -32602: 400, -32700: 400, -32020: 400, -32021: 400, -32022: 400}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    bridge = None

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(405)

    do_DELETE = do_GET

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        message = json.loads(body)
        if "id" not in message or "method" not in message:
            self.bridge.write(message)
            return self.answer(202)
        number, came = self.bridge.begin(message)
        first = came.get()
        if "method" not in first:
            self.bridge.end(number, False)
            modern = MODERN in message.get("params", {}).get("_meta", {}) or \
                message["method"] == "server/discover"
            code = first.get("error", {}).get("code")
            return self.answer(STATUS.get(code, 200) if modern else 200, json.dumps(first).encode())
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        said = first
        done = False
        try:
            while True:
                self.wfile.write(b"event: message\ndata: " + json.dumps(said).encode() + b"\n\n")
                self.wfile.flush()
                if "method" not in said:
                    done = True
                    return None
                while True:
                    try:
                        said = came.get(timeout=0.5)
                        break
                    except queue.Empty:
                        self.wfile.write(b": waiting\n\n")  # fails when the client has gone
                        self.wfile.flush()
        except OSError:
            return None
        finally:
            self.bridge.end(number, not done)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # clients that go away without a word


def main():
    Handler.bridge = Bridge(sys.argv[1:])
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)
    sys.stdin.read()
    Handler.bridge.server.stdin.close()
    Handler.bridge.server.wait(10)


if __name__ == "__main__":
    main()
