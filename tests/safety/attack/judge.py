"""Judges what the surfaces of Satchel give to a model: packets, answers of hooks and of the MCP server."""

import fences

CONTEXTS = {"additionalContext", "additional_context", "context", "prependContext", "appendContext"}


class Judge:
    """Knows the texts of a repository by the marks of a place. Every function returns complaints."""

    def __init__(self, place):
        self.place = place

    def of_prompt(self, text):
        return fences.judge_prompt(text, self.place.marks, self.place.users)

    def of_markdown(self, text):
        return fences.judge_markdown(text, self.place.marks)

    @staticmethod
    def of_text(text):
        return fences.hiding(text)

    @staticmethod
    def of_json(text):
        return fences.judge_json(text)[1]

    def of_silence(self, text):
        """A hook that nobody switched on: at most a note to the user, without words of the repository."""
        if not text.strip():
            return []
        value, complaints = fences.judge_json(text)
        for key, each in fences.strings_of(value):
            if key in CONTEXTS:
                return ["stores of the repository switched it on"]
            complaints += [f"in the key '{key}': {mark}" for mark in fences.found(self.place.marks, each)]
        return complaints

    def of_hook(self, text):
        """An answer of a hook: one text for the model, and nothing else with words of the repository."""
        value, complaints = fences.judge_json(text)
        for key, each in fences.strings_of(value):
            if key in CONTEXTS and each != key:
                complaints += self.of_prompt(each)
            else:
                complaints += [f"in the key '{key}': {mark}" for mark in fences.found(self.place.marks, each)]
        return complaints

    def of_answer(self, parameters, answer):
        """An answer of the MCP server: the texts that a model reads, and the others as data."""
        complaints = [f"{each} under '{key}'" for key, text in fences.strings_of(answer) for each in fences.hiding(text)]
        result = answer.get("result", {})
        structured = result.get("structuredContent") or {}
        texts = [each["text"] for each in result.get("content", []) + result.get("contents", []) if "text" in each]
        texts += [each["content"]["text"] for each in result.get("messages", []) if "text" in each["content"]]
        if isinstance(structured.get("packet"), str):
            texts.append(structured["packet"])
        is_prompt = parameters.get("arguments", {}).get("format") == "prompt"
        for text in texts:
            if is_data(text):
                complaints += fences.judge_json(text)[1]
            elif is_prompt:
                complaints += self.of_prompt(text)
            else:
                complaints += self.of_markdown(text)
        return complaints + ([f"the bug is ours: {answer['error']}"] if "internal" in str(answer.get("error")) else [])


def is_data(text):
    return text.lstrip()[:1] in ("{", "[")
