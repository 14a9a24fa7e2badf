"""The list of attacks: each has a number that stays."""

import dataclasses
import itertools
import json
import subprocess
from typing import Callable

import attacks_git
import attacks_text
import attacks_tree
import foreign


@dataclasses.dataclass(frozen=True)
class Attack:
    number: int
    family: str
    name: str
    make: Callable

    def __str__(self):
        return f"{self.number} ({self.family}: {self.name})"


def written_here():
    """Those that need nothing but Python and Git. New ones come last, so that numbers stay."""
    lists = (attacks_text.sentences(), attacks_text.notes(), attacks_text.rules(), attacks_text.graphs(),
             attacks_text.memories(), attacks_text.commits(), attacks_tree.stores(), attacks_tree.settings(),
             attacks_git.specials(), attacks_git.objects(), attacks_tree.links(), attacks_tree.sizes(),
             attacks_tree.ignores(), attacks_tree.secrets())
    return [Attack(number, *entry) for number, entry in enumerate(itertools.chain(*lists), 1)]


def with_those_of_tests(attacks, program):
    """And the trees and traps of the C++ tests, which `hostile_repositories` makes."""
    def output(*arguments):
        return subprocess.run([str(program), *arguments], check=True, capture_output=True, text=True).stdout

    def tree(name):
        return lambda place: subprocess.run([str(program), name, str(place.root)], check=True)

    more = list(attacks_git.traps(json.loads(output("--traps"))))
    more += [("tree", name, tree(name)) for name in output("--names").splitlines()]
    return continued(attacks, more)


def with_those_of_others(attacks, wheel, folder):
    """And payloads that others wrote, where they are."""
    more = list(foreign.of_wheel(wheel)) if wheel else []
    return continued(attacks, more + (list(foreign.of_folder(folder)) if folder else []))


def continued(attacks, more):
    return attacks + [Attack(number, *entry) for number, entry in enumerate(more, len(attacks) + 1)]
