#!/usr/bin/env python3
"""tests/server/ratings.py PROGRAM [postgres] - rated games on a server: each counts once, whatever dies, and all of it follows from the games to the last bit."""
# SPDX-License-Identifier: MIT
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from accounts import PASSWORD, PROGRAM, Browser, main, play_out, same, sql  # noqa: E402
from client import Server, wait_for  # noqa: E402

OPTIONS = ("--proxy", "--requests-per-second", "100000", "--burst", "100000", "--max-sign-ups", "100", "--leaver-wait", "0")


def person(server, name, address):
    who = Browser(server, **{"X-Forwarded-For": address})
    who.name, who.player = name, who.sign_up(name)["player"]
    return who


def seat(who, game, number):
    return who.post("/api/games/%s/request" % game, id=1, do="sit", seat=number)[1]


def play(server, players, **settings):
    """A game of all of them, moved at random to its end; its number and the scores."""
    table = {"map": "new-york", "seats": ["human"] * len(players), "rated": True, **settings}
    status, body = players[0].post("/api/games", **table)
    same(status, 200, body)
    game = body["game"]
    for number, who in enumerate(players):
        same(seat(who, game, number).get("ok"), True, who.name)
    return game, finish(players, game)


def finish(players, game):
    while True:
        for who in players:
            table = who.call("GET", "/api/games/" + game)[1]["table"]
            if table["stage"] == "over":
                return table
            if table.get("moves"):
                who.post("/api/games/%s/request" % game, id=1, do="move", state=table["state"], move=table["moves"][-1])


def profile(who, name):
    return who.call("GET", "/api/player?name=" + name)[1]


def rated(who):
    found = profile(who, who.name)["ratings"]
    return {one["pool"]: one["games"] for one in found}


def wait_for_games(who, games):
    assert wait_for(lambda: rated(who).get("all", 0) == games), (who.name, rated(who), games)


def check(server):
    done = subprocess.run([PROGRAM, "rate", "--check", server.where], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout.strip() + done.stderr.strip()


def a_rated_game_counts_for_those_who_played_it(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    guest = Browser(server, **{"X-Forwarded-For": "192.0.2.3"})
    guest.token = guest.post("/api/guest", name="Guest Three")[1]["token"]
    # who may sit down
    game = ann.post("/api/games", map="new-york", seats=["human", "human"], rated=True)[1]["game"]
    same(seat(ann, game, 0).get("ok"), True)
    same(seat(guest, game, 1).get("error"), "accounts-only")
    twin = person(server, "Annie", "192.0.2.1")
    same(seat(twin, game, 1).get("error"), "too-many", "a second account at the same address")
    same(ann.post("/api/games/%s/request" % game, id=1, do="change", settings={"map": "new-york", "seats": ["human", "human"]})[1].get("ok"), True)
    same(seat(guest, game, 1).get("ok"), True, "when it is not rated any more")
    same(guest.post("/api/games/%s/request" % game, id=1, do="resign")[1].get("ok"), True)
    same(finish([ann], game)["stage"], "over")
    # one that is rated
    number, table = play(server, [ann, ben])
    wait_for_games(ann, 1)
    same(rated(ann), {"all": 1, "new-york": 1})
    same(rated(ben), {"all": 1, "new-york": 1})
    winner = [ann, ben][table["end"]["winners"][0]]
    ratings = {who.name: profile(who, who.name)["ratings"][0]["rating"] for who in (ann, ben)}
    if len(table["end"]["winners"]) == 1:
        assert ratings[winner.name] == max(ratings.values()) > 1500 > min(ratings.values()), ratings
    # what one has played, and what of it others see
    assert wait_for(lambda: len(ann.call("GET", "/api/player/games?id=" + ann.player)[1]["games"]) == 2)
    games = ann.call("GET", "/api/player/games?id=" + ann.player)[1]["games"]
    same([one["game"] for one in games if one.get("rated")], [number])
    same(games[0]["points"], table["end"]["scores"][0]["total"])
    same(len(ann.call("GET", "/api/player/games?rated=1&id=" + ann.player)[1]["games"]), 1)
    same(len(ann.call("GET", "/api/player/games?map=london&id=" + ann.player)[1]["games"]), 0)
    for wrong in ("rated=2", "won=x", "offset=-1", "offset=1000001", "offset=" + "9" * 20, "offset=" + "9" * 30):
        same(ann.call("GET", "/api/player/games?%s&id=%s" % (wrong, ann.player))[0], 400, wrong)
    same(ann.call("GET", "/api/player/games?offset=1000000&id=" + ann.player)[1]["games"], [])
    boards = profile(ben, "Ann")["boards"]
    same((boards[0]["map"], boards[0]["played"], boards[0]["rated"]), ("new-york", 2, 1))
    same([one["name"] for one in profile(ben, "Ann")["opponents"]], ["Ben"])
    same(ann.post("/api/account/privacy", private=True)[0], 200)
    hidden = profile(ben, "Ann")
    assert hidden["private"] and "ratings" not in hidden and "boards" not in hidden, hidden
    same(ben.call("GET", "/api/player/games?id=" + ann.player)[1]["games"], [])
    assert "ratings" in profile(ann, "Ann")
    same(ann.post("/api/account/privacy", private=False)[0], 200)
    assert "ratings" in profile(ben, "ANN"), "found by a name that looks like it"
    same(ben.call("GET", "/api/player?name=Nobody")[0], 404)
    # a game with a bot of ours, whose rating stays
    play_bot = ann.post("/api/games", map="new-york", seats=["human", "bot:easy"], rated=True)[1]["game"]
    same(seat(ann, play_bot, 0).get("ok"), True)
    play_out(server, ann, play_bot)
    wait_for_games(ann, 2)
    bots = ann.call("GET", "/api/ratings?pool=new-york")[1]["bots"]
    same({bot["name"]: bot["rating"] for bot in bots}["bot:easy"], 1153)
    same(ann.call("GET", "/api/ratings")[1]["players"], [], "nobody is known well enough")
    same(check(server), (0, "2 rated games, 4 ratings: equal to the last bit"))
    # who has played rated games as a person does not become a program
    same(ann.post("/api/account/bot", password=PASSWORD)[1]["error"], "rated")
    # filters, and what reviews have come to, which is nobody else's business
    def games(**filters):
        return [one["game"] for one in ann.call("GET", "/api/player/games?id=%s&%s" % (ann.player, "&".join("%s=%s" % one for one in filters.items())))[1]["games"]]
    assert wait_for(lambda: len(games()) == 3)
    same(games(opponent=ben.player), [number])
    same(games(opponent="0" * 15 + "1"), [])
    same(ann.call("GET", "/api/player/games?id=%s&opponent=x" % ann.player)[0], 400)
    places = {one["game"]: 0 if one.get("gone") else one["place"] for one in ann.call("GET", "/api/player/games?id=" + ann.player)[1]["games"]}
    same(set(games(won=1)), {game for game, place in places.items() if place == 1})
    found = {"game": number, "luck": -12, "own": 7, "mistakes": 2, "decisions": 31}
    same(ann.post("/api/account/reviews", **{**found, "luck": -3})[0], 200)
    same(ann.post("/api/account/reviews", **found)[0], 200, "the last one counts")
    same([{key: one[key] for key in found} for one in profile(ann, "Ann")["reviews"]], [found])
    assert "reviews" not in profile(ben, "Ann")
    same(ben.post("/api/account/reviews", **{**found, "game": play_bot})[0], 404, "somebody else's game")
    for wrong in ({"luck": 1001}, {"own": "much"}, {"mistakes": -1}, {"game": "x"}):
        same(ann.post("/api/account/reviews", **{**found, **wrong})[0], 400, wrong)


def who_resigns_is_last_and_an_early_one_alone_is_rated(server):
    ann, ben, cal = (person(server, name, "192.0.2.%d" % i) for i, name in enumerate(("Ann", "Ben", "Cal")))
    game = ann.post("/api/games", map="new-york", seats=["human"] * 3, rated=True, takeover="idle")[1]["game"]
    for number, who in enumerate((ann, ben, cal)):
        same(seat(who, game, number).get("ok"), True)
    same(cal.post("/api/games/%s/request" % game, id=1, do="resign")[1].get("ok"), True)
    finish([ann, ben], game)
    wait_for_games(cal, 1)
    same(rated(ann), {"all": 0, "new-york": 0})
    rating = profile(cal, "Cal")["ratings"][0]["rating"]
    assert rating < 1500, rating
    same(check(server)[0], 0)


def farming_ends_after_ten_games_a_day(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    for i in range(12):
        game = ann.post("/api/games", map="new-york", seats=["human", "human"], rated=True)[1]["game"]
        for number, who in enumerate((ann, ben) if i % 2 else (ben, ann)):
            same(seat(who, game, number).get("ok"), True)
        same(ben.post("/api/games/%s/request" % game, id=1, do="resign")[1].get("ok"), True)
        finish([ann], game)
    assert wait_for(lambda: len(ann.call("GET", "/api/player/games?id=" + ann.player)[1]["games"]) == 12)
    same(len(ann.call("GET", "/api/player/games?rated=1&id=" + ann.player)[1]["games"]), 10)
    # and a friend who resigns at once has given nothing
    same(profile(ann, "Ann")["ratings"][0]["games"], 0)
    same(check(server)[0], 0)


def each_game_counts_once_whatever_dies(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    for i in range(6):
        play(server, [ann, ben])
        time.sleep(0.15 * i)  # before, while and after it is rated
        server.kill()
        server.start()
    wait_for_games(ann, 6)
    time.sleep(1.5)
    same(rated(ann), {"all": 6, "new-york": 6})
    code, said = check(server)
    same((code, said), (0, "6 rated games, 4 ratings: equal to the last bit"))
    # what does not follow is found
    server.stop()
    sql(server, "UPDATE rating SET mu = mu + 4e-15 WHERE pool = 'all' AND number <> 0")
    code, said = check(server)
    same(code, 1)
    assert "is another" in said, said
    server.start()


def each_game_counts_once_on_two_nodes(server):
    """Two servers on one PostgreSQL, each with its rater, and one that is killed."""
    if not server.postgres:
        return
    other = Server(PROGRAM, server.data, *server.options)
    other.start()
    try:
        ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
        for i in range(5):
            for who in (ann, ben):
                who.server, who.origin = (other, server)[i % 2], None
                who.origin = "http://127.0.0.1:%d" % who.server.port
            play(who.server, [ann, ben])
            if i == 3:
                other.kill()
                other.start()
        wait_for_games(ann, 5)
        time.sleep(1.5)
        same(rated(ann), {"all": 5, "new-york": 5})
        same(check(server), (0, "5 rated games, 4 ratings: equal to the last bit"))
    finally:
        other.kill()


TESTS = [(act.__name__, OPTIONS, act) for act in (a_rated_game_counts_for_those_who_played_it, who_resigns_is_last_and_an_early_one_alone_is_rated,
                                                  farming_ends_after_ten_games_a_day, each_game_counts_once_whatever_dies,
                                                  each_game_counts_once_on_two_nodes)]

if __name__ == "__main__":
    main(TESTS)
