"""Which rules a help text must have, for tests of the page and of the terminal: rule_topics.py MAP LANGUAGE < TEXT
prints every topic of tests/rule_topics.json that the map has and the text lacks, and every topic that it has in excess."""
# SPDX-License-Identifier: MIT
import json
import os
import re
import sys

TOPICS = json.load(open(os.path.join(os.path.dirname(__file__), "rule_topics.json")))


def conditions(board):
    pairs = [tuple(sorted(route["between"])) for route in board["routes"]]
    facts = {"mix": "mix" in board["opening"], "single": board["single-parallels-up-to"] > 0, "ties": bool(board["ties"]),
             "parallels": len(set(pairs)) < len(pairs), "trains": board["vehicle"] == "train"}
    return {name for name, holds in facts.items() if holds} | set(board["mechanics"]) | {board["opening"]["returned"], board["first"]}


def wrong(board, language, text):
    """The topics that are missing, or there though the map does not have them."""
    text = " ".join(text.split())
    known = conditions(board)
    found = []
    for topic in TOPICS:
        if language not in topic:
            continue  # this language has no word of its own for it
        words = topic.get("if", "").split()
        holds = all((word.strip("!") in known) != word.startswith("!") for word in words)
        points = board["mechanics"].get(words[0] if words else "", {}).get("points", 0)
        values = {"hand": board["hand"], "keep": board["opening"]["keep"], "single": board["single-parallels-up-to"],
                  "reveal": board["mechanics"].get("tunnels", {}).get("reveal"), "points": points, "end": board["end-vehicles"]}
        pattern = re.sub(r"\{(\w+)\}", lambda part: str(values[part[1]]), topic[language])
        if bool(re.search(pattern, text)) != holds:
            found.append(("missing: " if holds else "not a rule of this map: ") + topic["topic"])
    return found


if __name__ == "__main__":
    problems = wrong(json.load(open(sys.argv[1])), sys.argv[2], sys.stdin.read())
    print("\n".join(problems))
    sys.exit(bool(problems))
