#!/usr/bin/env python3
"""tests/server/passkeys.py PROGRAM [postgres] - passkeys, with a device of our own (authenticator.py): the ways a player goes, and attacks, each as a test."""
# SPDX-License-Identifier: MIT
import json
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import accounts  # noqa: E402
from accounts import PASSWORD, Browser, same  # noqa: E402
from authenticator import EDDSA, ES256, RECOGNIZED, RS256, Authenticator, Key, data, text  # noqa: E402
from client import Client, Server  # noqa: E402

TESTS = []


def test(*options):
    def add(run):
        TESTS.append((run.__name__, options, run))
        return run
    return add


class Device(Browser):
    """A browser at localhost, and an authenticator."""

    def __init__(self, server, token=None, authenticator=None, **headers):
        super().__init__(server, token, **{"Host": "localhost:%d" % server.port, **headers})
        self.origin = "http://localhost:%d" % server.port
        self.keys = authenticator or Authenticator()

    def asked(self, path, **body):
        status, body = self.post(path, **body)
        assert status == 200, (status, body)
        return body

    def sign_up_with_key(self, name, at="localhost", **wrong):
        asked = self.asked("/api/passkey", **{"for": "sign-up"}, name=name)
        same((asked["user"]["name"], asked["attestation"], asked["rp"]["id"]), (name, "none", at))
        status, body = self.post("/api/account", name=name, passkey=self.keys.make(asked, self.origin, **wrong))
        self.token = self.token if status != 200 else None
        return status, body

    def add(self, name="", **proof):
        asked = self.asked("/api/account/passkeys/challenge", **{"for": "add"}, **proof)
        return self.post("/api/account/passkeys", name=name, passkey=self.keys.make(asked, self.origin))

    def proof(self, **wrong):
        return self.keys.get(self.asked("/api/account/passkeys/challenge", **{"for": "proof"}), self.origin, **wrong)

    def sign_in_with_key(self, **wrong):
        asked = self.asked("/api/passkey", **{"for": "sign-in"})
        same(asked["allowCredentials"], [], "a device is asked for whichever key it has")
        return self.post("/api/session/passkey", passkey=self.keys.get(asked, self.origin, **wrong))


@test()
def a_guest_makes_an_account_without_a_password(server):
    guest = Client(server, "Ann")
    game = guest.make(map="london", seats=["human", "bot:easy"])
    same(guest.ask(game, do="sit", seat=0).get("ok"), True)
    ann = Device(server, guest.token)
    player = ann.post("/api/guest", name="Ann")[1]["player"]
    status, made = ann.sign_up_with_key("Ann")
    same((status, made.get("player"), len(made.get("codes", []))), (200, player, 8))
    assert "HttpOnly" in ann.set_cookie and "SameSite=Lax" in ann.set_cookie, ann.set_cookie
    account = ann.account()
    same((account["name"], account["password"]), ("Ann", False))
    same([key["name"] for key in account["passkeys"]], ["Firefox, Linux"])
    same([entry["game"] for entry in ann.call("GET", "/api/games/mine")[1]["games"]], [game])
    same(guest.call("GET", "/api/games/mine")[0], 401, "the guest's token")
    # on another device that has the same keys, without a name
    other = Device(server, authenticator=ann.keys)
    status, body = other.sign_in_with_key()
    same((status, body.get("name"), body.get("player")), (200, "Ann", player))
    same(len(ann.account()["sessions"]), 2)
    assert ann.account()["passkeys"][0]["used"] > 0
    # there is no password by which somebody could come in
    for password in ("", PASSWORD):
        same(Browser(server).sign_in("Ann", password)[1]["error"], "wrong")


@test()
def several_are_added_named_listed_and_removed(server):
    ann = Device(server)
    ann.sign_up("Ann")
    same(ann.account()["passkeys"], [])
    for proof in ({}, {"password": "not that"}):
        same(ann.post("/api/account/passkeys/challenge", **{"for": "add"}, **proof)[1]["error"], "wrong")
    same(ann.add("my phone", password=PASSWORD)[0], 200)
    same(ann.add("my key", passkey=ann.proof())[0], 200, "a passkey proves it as well as the password")
    found = ann.account()["passkeys"]
    same([key["name"] for key in found], ["my phone", "my key"])
    asked = ann.asked("/api/account/passkeys/challenge", **{"for": "add"}, password=PASSWORD)
    same({data(one["id"]) for one in asked["excludeCredentials"]}, {key.id for key in ann.keys.keys}, "no device makes a second one")
    same(ann.post("/api/account/passkeys/end", id=found[0]["id"])[1]["error"], "wrong", "without proof")
    same(ann.post("/api/account/passkeys/end", id="0" * 16, password=PASSWORD)[1]["error"], "missing")
    same(ann.post("/api/account/passkeys/end", id=found[0]["id"], password=PASSWORD)[0], 200)
    same([key["name"] for key in ann.account()["passkeys"]], ["my key"])
    first, second = ann.keys.keys
    same(Device(server, authenticator=ann.keys).sign_in_with_key(key=first)[1]["error"], "unknown-passkey")
    same(Device(server, authenticator=ann.keys).sign_in_with_key(key=second)[0], 200)
    # no token may do any of it
    token = ann.post("/api/account/tokens", name="script", scopes=["read", "play"])[1]["token"]
    script = Device(server, token)
    for path in ("passkeys", "passkeys/end", "passkeys/challenge"):
        same(script.post("/api/account/" + path, **{"for": "proof"})[0], 403, path)
    assert "passkeys" not in script.account()


@test()
def in_place_of_the_password(server):
    """Wherever the password is asked for once more; and without one the last passkey stays."""
    ann = Device(server)
    ann.sign_up_with_key("Ann")
    [key] = ann.account()["passkeys"]
    for path, body in (("codes", {}), ("password", {"new": "staple battery"}), ("bot", {"password": PASSWORD}), ("delete", {"password": ""}), ("passkeys/end", {"id": key["id"]})):
        same(ann.post("/api/account/" + path, **body)[1]["error"], "wrong", path)
    same(ann.post("/api/account/passkeys/end", id=key["id"], passkey=ann.proof())[1]["error"], "last-passkey")
    same(len(ann.post("/api/account/codes", passkey=ann.proof())[1]["codes"]), 8)
    # a challenge to sign in proves nothing here, nor the other way round
    asked = ann.asked("/api/passkey", **{"for": "sign-in"})
    same(ann.post("/api/account/codes", passkey=ann.keys.get(asked, ann.origin))[1]["error"], "expired")
    same(Device(server).post("/api/session/passkey", passkey=ann.proof())[1]["error"], "expired")
    same(ann.post("/api/account/password", new="staple battery", passkey=ann.proof())[0], 200)
    same(Browser(server).sign_in("Ann", "staple battery")[0], 200)
    same(ann.post("/api/account/passkeys/end", id=key["id"], passkey=ann.proof())[0], 200)
    same(ann.account()["passkeys"], [])


@test()
def every_kind_of_key(server):
    for name, algorithm in (("Elli", ES256), ("Eddy", EDDSA), ("Russ", RS256)):
        one = Device(server, authenticator=Authenticator(algorithm))
        same(one.sign_up_with_key(name)[0], 200, name)
        same(Device(server, authenticator=one.keys).sign_in_with_key()[1].get("name"), name)
        same(Device(server, authenticator=one.keys).sign_in_with_key(signer=Key(algorithm, "localhost", b""))[1]["error"], "wrong", name)


@test()
def a_device_that_does_not_count(server):
    ann = Device(server, authenticator=Authenticator(counts=False))
    same(ann.sign_up_with_key("Ann")[0], 200)
    for _ in range(2):
        same(Device(server, authenticator=ann.keys).sign_in_with_key()[0], 200)


@test("--proxy")
def behind_https(server):
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1", "Host": "linea.test"}
    ann = Device(server, **headers)
    ann.origin = "https://linea.test"
    same(ann.sign_up_with_key("Ann", at="linea.test")[0], 200)
    assert "__Host-linea=" in ann.set_cookie, ann.set_cookie
    # a page by plain http, another port, a host below, one above
    for origin in ("http://linea.test", "https://linea.test:8443", "https://a.linea.test", "https://test"):
        asked = ann.asked("/api/passkey", **{"for": "sign-in"})
        same(ann.post("/api/session/passkey", passkey=ann.keys.get(asked, origin))[1]["error"], "passkey", origin)
    # the same key is not for another name of the same server
    other = Device(server, authenticator=ann.keys, **{**headers, "Host": "other.test"})
    other.origin = "https://other.test"
    asked = other.asked("/api/passkey", **{"for": "sign-in"})
    same(other.post("/api/session/passkey", passkey=ann.keys.get(asked, other.origin, key=ann.keys.keys[0], host="other.test"))[1]["error"], "unknown-passkey")


@test()
def any_node_takes_the_answer(server):
    """A challenge outlives a restart; with a shared database, another node takes it."""
    ann = Device(server)
    same(ann.sign_up_with_key("Ann")[0], 200)
    asked = ann.asked("/api/passkey", **{"for": "sign-in"})
    if server.postgres:
        second = Server(server.program, server.data + ".second", *server.options)
        second.start()
    else:
        server.stop()
        server.start()
        second = server
    other = Device(second, authenticator=ann.keys)
    other.headers["Host"] = ann.headers["Host"]
    other.origin = ann.origin
    same(other.post("/api/session/passkey", passkey=ann.keys.get(asked, ann.origin))[0], 200)
    if second is not server:
        same(second.stop(), 0)


@test()
def in_the_export_and_gone_with_the_account(server):
    ann = Device(server)
    ann.sign_up("Ann Smith")
    ann.add("my phone", password=PASSWORD)
    connection = accounts.http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/api/account/export", headers={"Cookie": ann.cookie})
    lines = [json.loads(line) for line in connection.getresponse().read().decode().splitlines()]
    same([line["name"] for line in lines if line["kind"] == "passkey"], ["my phone"])
    same(ann.post("/api/account/delete", passkey=ann.proof())[0], 200)
    same(Device(server, authenticator=ann.keys).sign_in_with_key()[1]["error"], "unknown-passkey")
    server.stop()
    if not server.postgres:
        kept = open(server.data, "rb").read()
        for trace in (b"my phone", ann.keys.keys[0].id):
            assert trace not in kept, "%r stands in the file" % trace
    server.start()


@test()
def recovery_ends_them(server):
    """Who takes an account back by a code does not share it with keys that somebody else may have added."""
    ann, back = Device(server), Device(server)
    codes = ann.sign_up("Ann")["codes"]
    ann.add(password=PASSWORD)
    same(back.post("/api/account/recover", name="Ann", code=codes[0], new="staple battery")[0], 200)
    same(back.account()["passkeys"], [])
    same(Device(server, authenticator=ann.keys).sign_in_with_key()[1]["error"], "unknown-passkey")


# Attacks.

@test()
def a_wrong_origin_host_or_type(server):
    """What a page of somebody else gets signed is worth nothing here."""
    ann = Device(server)
    same(ann.sign_up_with_key("Ann")[0], 200)
    for origin in ("https://evil.example", "http://localhost", "http://localhost:1", "https://localhost", "http://localhost.evil.example:%d" % server.port, "null", ""):
        thief = Device(server, authenticator=ann.keys)
        asked = thief.asked("/api/passkey", **{"for": "sign-in"})
        same(thief.post("/api/session/passkey", passkey=ann.keys.get(asked, origin))[1]["error"], "passkey", origin)
    thief = Device(server, authenticator=ann.keys)
    same(thief.sign_in_with_key(crossOrigin=True)[1]["error"], "passkey", "inside a page of another site")
    same(thief.sign_in_with_key(kind="webauthn.create")[1]["error"], "passkey")
    same(thief.sign_in_with_key(host="evil.example")[1]["error"], "wrong", "signed for another host")
    same(thief.account(), None)
    for wrong in ({"host": "evil.example"}, {"kind": "webauthn.get"}):
        status, body = Device(server).sign_up_with_key("Ben", **wrong)
        assert (status, body["error"]) in ((403, "wrong"), (400, "passkey")), (status, body)


@test()
def a_replayed_challenge(server):
    ann = Device(server)
    same(ann.sign_up_with_key("Ann")[0], 200)
    asked = ann.asked("/api/passkey", **{"for": "sign-in"})
    said = ann.keys.get(asked, ann.origin)
    same(Device(server).post("/api/session/passkey", passkey=said)[0], 200)
    same(Device(server).post("/api/session/passkey", passkey=said)[1]["error"], "expired", "the same once more")
    same(Device(server).post("/api/session/passkey", passkey=ann.keys.get(asked, ann.origin))[1]["error"], "expired", "signed once more")
    # a failed try uses it up too
    asked = ann.asked("/api/passkey", **{"for": "sign-in"})
    same(Device(server).post("/api/session/passkey", passkey=ann.keys.get(asked, ann.origin, host="evil.example"))[1]["error"], "wrong")
    same(Device(server).post("/api/session/passkey", passkey=ann.keys.get(asked, ann.origin))[1]["error"], "expired")
    made_up = {**asked, "challenge": text(bytes(32))}
    same(Device(server).post("/api/session/passkey", passkey=ann.keys.get(made_up, ann.origin))[1]["error"], "expired", "one that we never gave")
    same(Device(server).post("/api/session/passkey", passkey=ann.keys.get({**asked, "challenge": "short"}, ann.origin))[1]["error"], "passkey")


@test()
def an_old_challenge(server):
    """After five minutes it is worth nothing: its time is moved back in the database."""
    ann = Device(server)
    same(ann.sign_up_with_key("Ann")[0], 200)
    asked = ann.asked("/api/passkey", **{"for": "sign-in"})
    change = "UPDATE challenge SET expires = expires - 300001"
    if server.postgres:
        server.postgres.sql(change, "an_old_challenge")
    else:
        with sqlite3.connect(server.data) as db:
            db.execute(change)
        db.close()
    same(Device(server).post("/api/session/passkey", passkey=ann.keys.get(asked, ann.origin))[1]["error"], "expired")


@test()
def a_counter_that_goes_back(server):
    """Of a copied key, whichever of the two signs second with a lower number is refused."""
    ann = Device(server)
    same(ann.sign_up_with_key("Ann")[0], 200)
    [key] = ann.keys.keys
    before = key.counter
    same(Device(server, authenticator=ann.keys).sign_in_with_key()[0], 200)
    for counter in (before, before - 1, -1):
        key.counter = counter
        same(Device(server, authenticator=ann.keys).sign_in_with_key()[1]["error"], "copied", counter)
    key.counter = before + 5
    same(Device(server, authenticator=ann.keys).sign_in_with_key()[0], 200)


@test()
def a_foreign_key(server):
    ann, mallory = Device(server), Device(server)
    same(ann.sign_up_with_key("Ann")[0], 200)
    same(mallory.sign_up_with_key("Mallory")[0], 200)
    [own], [other] = ann.keys.keys, mallory.keys.keys
    thief = Device(server, authenticator=mallory.keys)
    same(thief.sign_in_with_key(key=own, signer=other)[1]["error"], "wrong", "another's signature")
    stolen = mallory.keys.get(thief.asked("/api/passkey", **{"for": "sign-in"}), thief.origin)
    stolen["response"]["userHandle"] = text(own.player)
    same(thief.post("/api/session/passkey", passkey=stolen)[1]["error"], "unknown-passkey", "another's player number")
    # in an open session of somebody else, an own key proves nothing
    asked = ann.asked("/api/account/passkeys/challenge", **{"for": "proof"})
    same(ann.post("/api/account/codes", passkey=mallory.keys.get({**asked, "allowCredentials": []}, ann.origin))[1]["error"], "unknown-passkey")
    # nor may the key of one account be added to another
    asked = mallory.asked("/api/account/passkeys/challenge", **{"for": "add"}, passkey=mallory.proof())
    made = mallory.keys.make(asked, mallory.origin)
    said = data(made["response"]["authenticatorData"])
    made["response"]["authenticatorData"] = text(said.replace(mallory.keys.keys[-1].id, own.id))
    made["id"] = made["rawId"] = text(own.id)
    same(mallory.post("/api/account/passkeys", passkey=made)[1]["error"], "known-passkey")
    same(Device(server, authenticator=ann.keys).sign_in_with_key(key=own)[1].get("name"), "Ann")
    # a challenge to add that somebody else was given
    asked = mallory.asked("/api/account/passkeys/challenge", **{"for": "add"}, passkey=mallory.proof(key=other))
    same(ann.post("/api/account/passkeys", passkey=ann.keys.make(asked, ann.origin))[1]["error"], "wrong")


@test()
def without_a_finger_or_a_pin(server):
    """Who has only found the device is not its owner."""
    ann = Device(server)
    same(ann.sign_up_with_key("Ann")[0], 200)
    for flags in (0, RECOGNIZED, ann.keys.flags & ~RECOGNIZED):
        ann.keys.flags = flags
        same(Device(server, authenticator=ann.keys).sign_in_with_key()[1]["error"], "wrong", flags)
        ben = Device(server)
        ben.keys.flags = flags
        same(ben.sign_up_with_key("Ben")[1]["error"], "wrong", flags)


@test()
def how_many(server):
    ann = Device(server)
    same(ann.sign_up_with_key("Ann")[0], 200)
    key = ann.keys.keys[0]
    for i in range(16):
        asked = ann.post("/api/account/passkeys/challenge", **{"for": "proof"})[1]
        status, body = ann.post("/api/account/passkeys/challenge", **{"for": "add"}, passkey=ann.keys.get(asked, ann.origin, key=key))
        if status != 200:
            break
        same(ann.post("/api/account/passkeys", name="%d" % i, passkey=ann.keys.make(body, ann.origin))[0], 200)
    # ten proofs at once, then one in six minutes
    same((i, body["error"]), (10, "too-many"))
    strangers = [Device(server).post("/api/passkey", **{"for": "sign-in"})[0] for _ in range(60)]
    assert strangers[0] == 200 and strangers[-1] == 429, strangers


@test()
def garbage(server):
    ann = Device(server)
    ann.sign_up("Ann")
    asked = ann.asked("/api/account/passkeys/challenge", **{"for": "add"}, password=PASSWORD)
    good = ann.keys.make(asked, ann.origin)
    said = data(good["response"]["authenticatorData"])
    client = data(good["response"]["clientDataJSON"])
    for response in ({"authenticatorData": text(b"")}, {"authenticatorData": text(said[:40])}, {"authenticatorData": text(b"\xff" * 2000)}, {"authenticatorData": "*"},
                     {"authenticatorData": text(bytes(4000))}, {"authenticatorData": 7}, {"clientDataJSON": text(b"[]")}, {"clientDataJSON": text(client + b" " * 2000)},
                     {"clientDataJSON": text(b"{")}, {"clientDataJSON": None}):
        status, body = ann.post("/api/account/passkeys", passkey={**good, "response": {**good["response"], **response}})
        assert status in (400, 403), (response, status, body)
    for wrong in (None, 7, "x", [], {}, {**good, "id": ""}, {**good, "id": text(bytes(1100))}, {**good, "type": "password"}):
        same(ann.post("/api/account/passkeys", passkey=wrong)[0], 400, wrong)
        same(Device(server).post("/api/session/passkey", passkey=wrong)[0], 400, wrong)
    for length in range(0, len(said), 7):  # cut anywhere: each with a challenge of its own would cost too many tries
        ann.post("/api/account/passkeys", passkey={**good, "response": {**good["response"], "authenticatorData": text(said[:length])}})
    same(ann.account()["passkeys"], [])
    for body in ({}, {"for": "x"}, {"for": 7}):
        same(Device(server).post("/api/passkey", **body)[0], 400, body)
    # an address that is a number, or none, has no passkeys
    for host in ("127.0.0.1:%d" % server.port, "[::1]", "a" * 127 + ".test"):
        plain = Device(server, Host=host)
        plain.origin = None
        same(plain.post("/api/passkey", **{"for": "sign-in"})[1].get("error"), "address", host)


@test("--registration", "invite")
def an_invitation_is_asked_for_all_the_same(server):
    ann = Device(server)
    asked = ann.asked("/api/passkey", **{"for": "sign-up"}, name="Ann")
    same(ann.post("/api/account", name="Ann", passkey=ann.keys.make(asked, ann.origin))[1]["error"], "invitation")


if __name__ == "__main__":
    accounts.main(TESTS)
