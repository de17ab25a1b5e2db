"""tests/server/authenticator.py - a device with passkeys, and the browser before it: WebAuthn by python3-cryptography, for the black-box tests.

What a browser does is done here by its own words (WebAuthn, level 3, 6.1 and 5.8.1), so that a test can do each of it wrong.
"""
# SPDX-License-Identifier: MIT
import base64
import hashlib
import json
import os
import struct

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

ES256, EDDSA, RS256 = -7, -8, -257
PRESENT, RECOGNIZED, HAS_KEY = 1, 4, 64


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(words):
    return base64.urlsafe_b64decode(words + "=" * (-len(words) % 4))


def cbor_head(major, n):
    for most, code, form in ((24, None, None), (1 << 8, 24, ">B"), (1 << 16, 25, ">H"), (1 << 32, 26, ">I")):
        if n < most:
            return bytes([major << 5 | (n if code is None else code)]) + (struct.pack(form, n) if form else b"")
    raise ValueError(n)


def cbor(value):
    """Maps, numbers, bytes: what a key of COSE has."""
    if isinstance(value, dict):
        return cbor_head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())
    if isinstance(value, bytes):
        return cbor_head(2, len(value)) + value
    return cbor_head(0, value) if value >= 0 else cbor_head(1, -1 - value)


class Key:
    def __init__(self, algorithm, host, player):
        self.algorithm, self.host, self.player = algorithm, host, player
        self.id, self.counter = os.urandom(32), 0
        if algorithm == ES256:
            self.secret = ec.generate_private_key(ec.SECP256R1())
        elif algorithm == EDDSA:
            self.secret = ed25519.Ed25519PrivateKey.generate()
        else:
            self.secret = rsa.generate_private_key(65537, 2048)

    def public(self):
        public = self.secret.public_key()
        if self.algorithm == ES256:
            numbers = public.public_numbers()
            return cbor({1: 2, 3: ES256, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        if self.algorithm == EDDSA:
            return cbor({1: 1, 3: EDDSA, -1: 6, -2: public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)})
        numbers = public.public_numbers()
        return cbor({1: 3, 3: RS256, -1: numbers.n.to_bytes(256, "big"), -2: numbers.e.to_bytes(3, "big")})

    def sign(self, message):
        if self.algorithm == ES256:
            return self.secret.sign(message, ec.ECDSA(hashes.SHA256()))
        if self.algorithm == EDDSA:
            return self.secret.sign(message)
        return self.secret.sign(message, padding.PKCS1v15(), hashes.SHA256())


class Authenticator:
    """Keeps keys. `flags`, `counts` and what is handed to make() and get() may be wrong on purpose."""

    def __init__(self, algorithm=ES256, counts=True):
        self.algorithm, self.counts, self.keys = algorithm, counts, []
        self.flags = PRESENT | RECOGNIZED

    @staticmethod
    def client(kind, asked, origin, **more):
        return json.dumps({"type": kind, "challenge": asked["challenge"], "origin": origin, "crossOrigin": False, **more}).encode()

    def say(self, key, extra=b"", flags=0, host=None):
        key.counter += 1 if self.counts else 0
        return hashlib.sha256((host or key.host).encode()).digest() + bytes([self.flags | flags]) + struct.pack(">I", key.counter) + extra

    def make(self, asked, origin, kind="webauthn.create", host=None, **client):
        """navigator.credentials.create()"""
        assert self.algorithm in [one["alg"] for one in asked["pubKeyCredParams"]]
        assert asked["authenticatorSelection"]["userVerification"] == "required"
        key = Key(self.algorithm, asked["rp"]["id"], data(asked["user"]["id"]))
        self.keys.append(key)
        said = self.say(key, bytes(16) + struct.pack(">H", len(key.id)) + key.id + key.public(), HAS_KEY, host)
        return {"id": text(key.id), "rawId": text(key.id), "type": "public-key",
                "response": {"clientDataJSON": text(self.client(kind, asked, origin, **client)), "authenticatorData": text(said)}}

    def get(self, asked, origin, key=None, kind="webauthn.get", host=None, signer=None, **client):
        """navigator.credentials.get()"""
        assert asked["userVerification"] == "required"
        allowed = [one["id"] for one in asked["allowCredentials"]]
        key = key or next(one for one in reversed(self.keys) if one.host == asked["rpId"] and (not allowed or text(one.id) in allowed))
        said, page = self.say(key, host=host), self.client(kind, asked, origin, **client)
        signature = (signer or key).sign(said + hashlib.sha256(page).digest())
        return {"id": text(key.id), "rawId": text(key.id), "type": "public-key",
                "response": {"clientDataJSON": text(page), "authenticatorData": text(said), "signature": text(signature), "userHandle": text(key.player)}}
