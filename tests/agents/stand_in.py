"""A stand-in for the hosted models that agents ask, on a port of this machine.

It speaks the wire formats of Anthropic's messages, OpenAI's responses and chat completions and
Gemini's generateContent, each as a stream of events or at once, and keeps every request. As a model
it is simple: it asks for Satchel's `search` once, when that tool is offered, and says a last word when
it has the result. Told so, it runs a command or starts a subagent instead. It can fail on demand: with a status, or in the middle of an answer; and it can say that
a conversation has become long.
"""

import http.server
import json
import re
import threading
from dataclasses import dataclass, field

LAST_WORD = "The stand-in has seen it."
TOOL = "search"
QUERY = "session cookie signed"
# How agents call their shell, and how its argument is called.
SHELLS = {"Bash": "command", "bash": "command", "run_shell_command": "command", "exec_command": "cmd"}
# How they call the tool that starts a subagent, and how its task is called.
SPAWNERS = {"Agent": "prompt", "Task": "prompt", "spawn_agent": "message"}
WAIT = "wait_agent"  # where the agent would end before its subagent


@dataclass
class Asked:
    """One request for an answer."""
    wire: str
    path: str
    body: dict
    texts: str  # everything the model reads, apart from the definitions of tools
    tools: list = field(default_factory=list)  # (name, namespace or None)
    results: list = field(default_factory=list)  # what tools answered, as texts
    calls: list = field(default_factory=list)  # what tools were asked, in all of the conversation


def strings_in(value):
    """All texts of a JSON value, in their order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings_in(each)


def text_of(value):
    return "\n".join(strings_in(value))


def calls_in(value):
    """The arguments of all calls in a conversation, as texts, in any of the wires."""
    if isinstance(value, dict):
        if value.get("type") in ("tool_use", "function_call", "function") or "functionCall" in value:
            yield json.dumps(value, ensure_ascii=False).replace('\\"', '"').replace("\\\\", "\\")
        for each in value.values():
            yield from calls_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from calls_in(each)


class Wire:
    @staticmethod
    def streams(path, body):
        """Whether the answer is to be a stream of events."""
        return body.get("stream", False)


class Anthropic(Wire):
    name = "Anthropic messages"

    @staticmethod
    def takes(path):
        return path.endswith("/v1/messages")

    @staticmethod
    def read(body):
        tools = [(tool.get("name", ""), None) for tool in body.get("tools", [])]
        results = [text_of(part.get("content")) for message in body.get("messages", [])
                   if isinstance(message.get("content"), list)
                   for part in message["content"] if part.get("type") == "tool_result"]
        return tools, results

    @staticmethod
    def blocks(reply):
        if reply.tool is None:
            return [{"type": "text", "text": reply.text}], "end_turn"
        return [{"type": "tool_use", "id": "toolu_01StandIn", "name": reply.tool,
                 "input": reply.arguments}], "tool_use"

    @classmethod
    def whole(cls, body, reply):
        content, reason = cls.blocks(reply)
        return {"id": "msg_01StandIn", "type": "message", "role": "assistant",
                "model": body.get("model", ""), "content": content, "stop_reason": reason,
                "stop_sequence": None, "usage": {"input_tokens": 10, "output_tokens": 5}}

    @classmethod
    def events(cls, body, reply):
        whole = cls.whole(body, reply)
        block = whole["content"][0]
        yield {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}}
        if reply.tool is None:
            yield {"type": "content_block_start", "index": 0, "content_block": {**block, "text": ""}}
            delta = {"type": "text_delta", "text": reply.text}
        else:
            yield {"type": "content_block_start", "index": 0, "content_block": {**block, "input": {}}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(reply.arguments)}
        yield {"type": "content_block_delta", "index": 0, "delta": delta}
        yield {"type": "content_block_stop", "index": 0}
        yield {"type": "message_delta", "usage": {"output_tokens": 5},
               "delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None}}
        yield {"type": "message_stop"}


class OpenAiResponses(Wire):
    name = "OpenAI responses"

    @staticmethod
    def takes(path):
        return path.endswith("/responses")

    @staticmethod
    def read(body):
        tools = []
        for tool in body.get("tools", []):
            if tool.get("type") == "namespace":
                tools += [(each.get("name", ""), tool.get("name", "")) for each in tool.get("tools", [])]
            else:
                tools.append((tool.get("name", ""), None))
        results = [text_of(item.get("output")) for item in body.get("input", [])
                   if isinstance(item, dict) and item.get("type") == "function_call_output"]
        return tools, results

    @staticmethod
    def item(reply):
        if reply.tool is None:
            return {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                    "content": [{"type": "output_text", "text": reply.text, "annotations": []}]}
        item = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": reply.tool,
                "arguments": json.dumps(reply.arguments), "status": "completed"}
        return item if reply.namespace is None else {**item, "namespace": reply.namespace}

    @classmethod
    def whole(cls, body, reply):
        return {"id": "resp_1", "object": "response", "status": "completed",
                "model": body.get("model", ""), "output": [cls.item(reply)],
                "usage": {"input_tokens": reply.tokens, "input_tokens_details": {"cached_tokens": 0},
                          "output_tokens": 5, "output_tokens_details": {"reasoning_tokens": 0},
                          "total_tokens": reply.tokens + 5}}

    @classmethod
    def events(cls, body, reply):
        whole = cls.whole(body, reply)
        item = whole["output"][0]
        yield {"type": "response.created",
               "response": {**whole, "status": "in_progress", "output": [], "usage": None}}
        yield {"type": "response.output_item.added", "output_index": 0, "item": item}
        yield {"type": "response.output_item.done", "output_index": 0, "item": item}
        yield {"type": "response.completed", "response": whole}


class OpenAiChat(Wire):
    name = "OpenAI chat"

    @staticmethod
    def takes(path):
        return path.endswith("/chat/completions")

    @staticmethod
    def read(body):
        tools = [(tool.get("function", {}).get("name", ""), None) for tool in body.get("tools", [])]
        results = [text_of(message.get("content")) for message in body.get("messages", [])
                   if message.get("role") == "tool"]
        return tools, results

    @staticmethod
    def message(reply):
        if reply.tool is None:
            return {"role": "assistant", "content": reply.text}, "stop"
        call = {"index": 0, "id": "call_1", "type": "function",
                "function": {"name": reply.tool, "arguments": json.dumps(reply.arguments)}}
        return {"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls"

    @classmethod
    def whole(cls, body, reply):
        message, reason = cls.message(reply)
        return {"id": "chatcmpl-1", "object": "chat.completion", "created": 0,
                "model": body.get("model", ""),
                "choices": [{"index": 0, "message": message, "finish_reason": reason}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}}

    @classmethod
    def events(cls, body, reply):
        message, reason = cls.message(reply)
        base = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0,
                "model": body.get("model", "")}
        yield {**base, "choices": [{"index": 0, "delta": message, "finish_reason": None}]}
        yield {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
        yield {**base, "choices": [],
               "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}}
        yield "[DONE]"


class Gemini(Wire):
    name = "Gemini"

    @staticmethod
    def takes(path):
        return path.endswith((":generateContent", ":streamGenerateContent"))

    @staticmethod
    def read(body):
        tools = [(each.get("name", ""), None) for tool in body.get("tools", [])
                 for each in tool.get("functionDeclarations", [])]
        results = [text_of(part["functionResponse"].get("response"))
                   for content in body.get("contents", []) for part in content.get("parts", [])
                   if "functionResponse" in part]
        return tools, results

    @staticmethod
    def streams(path, body):
        return path.endswith(":streamGenerateContent")

    @staticmethod
    def whole(body, reply):
        config = body.get("generationConfig", {})
        part = {"text": reply.text}
        if reply.tool is not None:
            part = {"functionCall": {"name": reply.tool, "args": reply.arguments}}
        elif "responseJsonSchema" in config or config.get("responseMimeType") == "application/json":
            # The small questions that it asks itself, such as which model is to be used.
            part = {"text": json.dumps({"reasoning": "a stand-in", "model_choice": "flash",
                                        "complexity_reasoning": "a stand-in", "complexity_score": 1,
                                        "next_speaker": "user"})}
        return {"candidates": [{"index": 0, "finishReason": "STOP",
                                "content": {"role": "model", "parts": [part]}}],
                "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5,
                                  "totalTokenCount": 15}}

    @classmethod
    def events(cls, body, reply):
        yield cls.whole(body, reply)


WIRES = (Anthropic, OpenAiResponses, OpenAiChat, Gemini)


@dataclass
class Reply:
    text: str = LAST_WORD
    tool: str = None
    namespace: str = None
    arguments: dict = None
    tokens: int = 10  # what the conversation has become, as the model says


def delegate(asked, task):
    """A subagent for the task, which says the last word at once."""
    begun = any(task in text for text in asked.calls)
    name, space = next((name, space) for name, space in asked.tools if name in SPAWNERS)
    if not begun and task not in asked.texts:
        more = {} if name == "spawn_agent" else {"description": "Find it", "subagent_type": "general-purpose"}
        return Reply(tool=name, namespace=space, arguments={SPAWNERS[name]: task, **more})
    if begun and len(asked.results) == 1 and (WAIT, space) in asked.tools:
        agent = re.search(r'"agent_id"\s*:\s*"([^"]+)"', asked.results[0])
        if agent:
            return Reply(tool=WAIT, namespace=space, arguments={"targets": [agent[1]], "timeout_ms": 60_000})
    return Reply()


def reply_to(asked, command=None, task=None):
    """Satchel's tool once, then the last word. Where an agent hides tools, it is searched for first.
    With `command`, the agent's shell is called instead; with `task`, a subagent is started."""
    if task and any(name in SPAWNERS for name, _ in asked.tools):
        return delegate(asked, task)
    shells = [name for name, _ in asked.tools if name in SHELLS]
    if command and shells:
        ran = any(command in text for text in asked.calls)
        arguments = {SHELLS[shells[0]]: command, "description": "Run it"}
        return Reply() if ran else Reply(tool=shells[0], arguments=arguments)
    offered = [(name, space) for name, space in asked.tools
               if "satchel" in f"{space or ''}{name}" and name.endswith(TOOL)]
    if offered and not asked.results:
        name, space = offered[0]
        return Reply(tool=name, namespace=space, arguments={"query": QUERY})
    names = [name for name, _ in asked.tools]
    if "tool_search" in names and "tool_call" in names and not offered:
        if not asked.results:
            return Reply(tool="tool_search", arguments={"query": "satchel search"})
        found = re.search(rf"[\w:./-]*satchel[\w:./-]*{TOOL}\b", asked.results[-1])
        if len(asked.results) == 1 and found:
            return Reply(tool="tool_call", arguments={"id": found[0], "args": {"query": QUERY}})
    return Reply()


class StandIn:
    """The server. `failures`: what becomes of the first requests: a status, or "cut"."""

    def __init__(self, failures=()):
        self.asked = []
        self.others = []  # what else was sent, as "METHOD path"
        self.failed = []
        self.failures = list(failures)
        self.command = None  # what the agent's shell is asked to run
        self.task = None  # what a subagent is started for
        self.tokens_once = None  # what the next answer says of the conversation's size
        self.lock = threading.Lock()
        stand_in = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                stand_in.answer(self)

            def do_GET(self):
                stand_in.answer(self)

            def do_HEAD(self):
                stand_in.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler):
        size = int(handler.headers.get("Content-Length") or 0)
        data = handler.rfile.read(size)
        path = handler.path.partition("?")[0]
        wire = next((each for each in WIRES if each.takes(path)), None)
        if handler.command != "POST" or wire is None:
            self.answer_other(handler, path)
            return
        body = json.loads(data)
        tools, results = wire.read(body)
        asked = Asked(wire=wire.name, path=path, body=body, tools=tools, results=results,
                      texts=text_of({key: body[key] for key in body if key != "tools"}),
                      calls=list(calls_in(body)))
        with self.lock:
            self.asked.append(asked)
            failure = self.failures.pop(0) if self.failures else None
            if failure is not None:
                self.failed.append(failure)
        if isinstance(failure, int):
            error = {"type": "error", "error": {"type": "api_error", "code": failure,
                                                "message": "the stand-in fails as it was told"}}
            self.send(handler, error, status=failure)
            return
        reply = reply_to(asked, self.command, self.task)
        if self.tokens_once is not None:
            reply.tokens, self.tokens_once = self.tokens_once, None
        if wire.streams(path, body):
            self.stream(handler, wire.events(body, reply), cut=failure == "cut")
        else:
            self.send(handler, wire.whole(body, reply))

    def answer_other(self, handler, path):
        with self.lock:
            self.others.append(f"{handler.command} {path}")
        if path.endswith("/count_tokens"):
            self.send(handler, {"input_tokens": 10})
        elif path.endswith(":countTokens"):
            self.send(handler, {"totalTokens": 10})
        elif path.endswith("/models"):
            self.send(handler, {"object": "list", "data": []})
        else:
            self.send(handler, {"error": {"message": "no such path"}}, status=404)

    @staticmethod
    def send(handler, value, status=200):
        data = b"" if handler.command == "HEAD" else json.dumps(value).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    @staticmethod
    def stream(handler, events, cut):
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.close_connection = True
        for number, event in enumerate(events):
            if cut and number == 1:
                return
            named = isinstance(event, dict) and "type" in event
            head = f"event: {event['type']}\n" if named else ""
            text = event if isinstance(event, str) else json.dumps(event)
            handler.wfile.write(f"{head}data: {text}\n\n".encode())
            handler.wfile.flush()
