"""A model server for checks, on a port of this machine: chat and embeddings in the forms of Ollama and OpenAI.

    server = test.use(ModelServer(lambda asked: {"relevant": [1]}))
    shop.run("retrieve", ..., "--base-url", server.ollama)
    server.prompts   # what it was asked, in order

`answer` gets the request and returns what the model says: a dictionary, or a text as it stands. It may also return
one of the turns below, which make the server fail.
"""

import dataclasses
import http.server
import json
import socket
import struct
import threading
import zlib

DIMENSIONS = 64
OLLAMA_PORT = 11434
PROMPT_TOKENS, ANSWER_TOKENS = 111, 22


@dataclasses.dataclass
class Status:
    """An error of the server, in its own form."""
    code: int
    headers: dict = dataclasses.field(default_factory=dict)
    message: str = "the server is in trouble"


@dataclasses.dataclass
class Stall:
    """Says nothing for so long, then answers with an error."""
    seconds: float = 60.0


@dataclasses.dataclass
class Truncated:
    """An answer that ends at the limit of tokens."""
    text: str = '{"relevant": ['


class Reset:
    """Breaks the connection."""


class Refusal:
    """The model declines to answer."""


@dataclasses.dataclass
class Asked:
    path: str
    body: dict
    headers: dict

    @property
    def prompt(self):
        return "\n".join(message["content"] for message in self.body.get("messages", []) if message["role"] != "system")

    @property
    def schema(self):
        """What the answer must look like; None: any text."""
        wanted = self.body.get("response_format", {}).get("json_schema", {}).get("schema")
        return wanted or self.body.get("format")

    @property
    def system(self):
        return "\n".join(message["content"] for message in self.body.get("messages", []) if message["role"] == "system")


def vector_of(text):
    """How often a text has each word, by a hash of the word: texts that share words are near each other."""
    vector = [0.0] * DIMENSIONS
    for word in "".join(c.lower() if c.isalnum() else " " for c in text).split():
        vector[zlib.crc32(word.encode()) % DIMENSIONS] += 1.0
    return vector if any(vector) else [1.0] + vector[1:]


class ModelServer:
    def __init__(self, answer=lambda asked: {}, embed=vector_of, port=0):
        self.answer, self.embed = answer, embed
        self.asked = []
        self.connections = 0
        self.closed = threading.Event()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                server.connections += 1
                super().setup()

            def do_POST(self):  # the name that http.server wants
                server.reply(self)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.http.daemon_threads = True
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    @property
    def ollama(self):
        """Satchel speaks Ollama's protocol with Ollama's own port, and OpenAI's with any other one."""
        return f"http://127.0.0.1:{self.http.server_port}"

    @property
    def openai(self):
        return self.ollama + "/v1"

    @property
    def prompts(self):
        return [asked.prompt for asked in self.asked if "messages" in asked.body]

    def close(self):
        self.closed.set()
        self.http.shutdown()
        self.http.server_close()

    def reply(self, handler):
        body = json.loads(handler.rfile.read(int(handler.headers.get("Content-Length", 0))) or b"{}")
        asked = Asked(handler.path, body, dict(handler.headers))
        self.asked.append(asked)
        if handler.path in ("/api/embed", "/v1/embeddings"):
            self.send(handler, 200, self.embeddings(handler.path, body))
            return
        turn = self.answer(asked)
        if isinstance(turn, Stall):
            self.closed.wait(turn.seconds)
            turn = Status(500)
        if isinstance(turn, Reset):
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            handler.close_connection = True
            handler.connection.close()
        elif isinstance(turn, Status):
            error = turn.message if handler.path == "/api/chat" else {"message": turn.message, "type": "server_error"}
            self.send(handler, turn.code, {"error": error}, turn.headers)
        else:
            self.send(handler, 200, chat_answer(handler.path, body, turn))

    def embeddings(self, path, body):
        vectors = [self.embed(text) for text in body["input"]]
        if path == "/api/embed":
            return {"model": body["model"], "embeddings": vectors, "prompt_eval_count": len(vectors)}
        data = [{"object": "embedding", "index": i, "embedding": vector} for i, vector in enumerate(vectors)]
        return {"object": "list", "data": data, "model": body["model"],
                "usage": {"prompt_tokens": len(vectors), "total_tokens": len(vectors)}}

    @staticmethod
    def send(handler, code, body, headers=None):
        data = json.dumps(body).encode()
        try:
            handler.send_response(code)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(data)))
            for name, value in (headers or {}).items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True  # whoever asked has gone


def chat_answer(path, body, turn):
    refused, cut = isinstance(turn, Refusal), isinstance(turn, Truncated)
    text = "" if refused else turn.text if cut else turn if isinstance(turn, str) else json.dumps(turn)
    if path == "/api/chat":
        return {"model": body["model"], "created_at": "2026-01-01T00:00:00Z",
                "message": {"role": "assistant", "content": text}, "done": True,
                "done_reason": "length" if cut else "stop", "prompt_eval_count": PROMPT_TOKENS,
                "eval_count": ANSWER_TOKENS}
    message = {"role": "assistant", "content": None if refused else text}
    if refused:
        message["refusal"] = "I cannot help with that."
    return {"id": "1", "object": "chat.completion", "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "length" if cut else "stop"}],
            "usage": {"prompt_tokens": PROMPT_TOKENS, "completion_tokens": ANSWER_TOKENS,
                      "total_tokens": PROMPT_TOKENS + ANSWER_TOKENS}}


class DeadServer:
    """A port on which every connection is closed before an answer, and counted."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.connections = 0
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            connection.close()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(timeout=1)


def unused_port():
    """A port of this machine on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
