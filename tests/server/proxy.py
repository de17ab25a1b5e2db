#!/usr/bin/env python3
"""tests/server/proxy.py PROGRAM SOURCE - the examples for hosting: nginx and Caddy in front with TLS, and the unit for systemd.

Each is tried as it stands in examples/hosting, but for names, ports and certificates. What is not installed is left out; exit code 77 if that
is all of it.
"""
# SPDX-License-Identifier: MIT
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

import wire
from wire import Server, WebSocket, check, equal, request

PROGRAM, EXAMPLES = os.path.abspath(sys.argv[1]), os.path.join(os.path.abspath(sys.argv[2]), "examples/hosting")
TLS = ssl.create_default_context()
TLS.check_hostname, TLS.verify_mode = False, ssl.CERT_NONE


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def second_address():
    """::1, or another of IPv4 where there is no IPv6."""
    try:
        with socket.socket(socket.AF_INET6) as s:
            s.bind(("::1", 0))
            return "::1", "[::1]"
    except OSError:
        return "127.0.0.2", "127.0.0.2"


def example(name, *changes):
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        text = file.read()
    for old, new in changes:
        check(old in text, "the example has no", old)
        text = text.replace(old, new)
    return text


class Proxy:
    """A server as seen through a proxy."""

    def __init__(self, port, command, hosts=("127.0.0.1",)):
        self.hosts, self.port, self.process = hosts, port, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 20
        while time.monotonic() < end and self.process.poll() is None:
            try:
                self.connect().close()
                return
            except OSError:
                time.sleep(0.05)
        self.process.kill()
        raise AssertionError("the proxy does not start: " + self.process.stderr.read())

    def connect(self, host="127.0.0.1"):
        return TLS.wrap_socket(socket.create_connection((host, self.port), 20), server_hostname="localhost")

    def http(self, method, path, body=None, token=None, headers=None):
        with self.connect() as s:
            s.sendall(request(method, path, body, token, headers).replace(b"linea.test", b"localhost:%d" % self.port))
            return wire.Response(s.makefile("rb"), method)

    def end(self):
        self.process.terminate()
        self.process.wait(20)
        self.process.stderr.close()


def try_proxy(proxy, server):
    for host in proxy.hosts:
        proxy.connect(host).close()
    origin = {"Origin": "https://localhost:%d" % proxy.port}
    page = proxy.http("GET", "/g/x", headers={"Accept-Encoding": "br", **origin})
    equal((page.status, page.headers["content-encoding"]), (200, "br"))
    check("frame-ancestors" in page.headers["content-security-policy"])
    equal(proxy.http("GET", "/metrics").status, 404)
    equal(proxy.http("GET", "/healthz", headers={"Origin": "https://evil.test"}).status, 403)
    token = proxy.http("POST", "/api/guest", {"name": "Ann"}, headers=origin).json()["token"]
    game = proxy.http("POST", "/api/games", {"map": "london", "seats": ["human", "bot:easy"], "first": 0}, token).json()["game"]
    with proxy.connect() as stream:
        stream.sendall(request("GET", f"/api/games/{game}/stream", token=token).replace(b"linea.test", b"localhost"))
        lines = stream.makefile("rb")
        while lines.readline().strip():
            pass  # the headers
        ws = WebSocket(proxy, f"/api/games/{game}/ws", headers=origin, host="localhost:%d" % proxy.port, wrap=lambda s: TLS.wrap_socket(
            s, server_hostname="localhost"))
        equal(ws.status, 101)
        equal(ws.hello(token)["stage"], "gathering")
        asked = time.monotonic()
        ws.send({"id": 1, "do": "sit"})
        while ws.receive().get("id") != 1:
            pass
        while b'"what":"sat"' not in lines.readline():
            pass
        took = time.monotonic() - asked
        check(took < 5, "the stream is held back", took)
        ws.close()
        lines.close()
    # Who has gone through the proxy has gone here too.
    end = time.monotonic() + 10
    while server.metrics()["linea_clients"] and time.monotonic() < end:
        time.sleep(0.05)
    equal(server.metrics()["linea_clients"], 0)
    # Limits are by the address that the proxy saw, and not by what a client says of itself.
    before = server.metrics()["linea_limited_total"]
    for i in range(30):
        proxy.http("GET", "/healthz", headers={"X-Forwarded-For": "10.0.0.%d" % i})
    log = server.logged()
    check("address=127.0.0.0/24" in log and "address=10." not in log, log[-500:])
    equal(server.metrics()["linea_limited_total"], before)
    return took


def nginx(folder, back, certificate):
    port, (second, written) = free_port(), second_address()
    site = example("nginx.conf", ("listen 443 ssl", "listen 127.0.0.1:%d ssl" % port), ("listen [::]:443 ssl", "listen %s:%d ssl" % (written, port)), ("linea.example.org;", "localhost;"), ("127.0.0.1:8080", "127.0.0.1:%d" % back),
                   ("/etc/letsencrypt/live/linea.example.org/fullchain.pem", certificate + ".crt"),
                   ("/etc/letsencrypt/live/linea.example.org/privkey.pem", certificate + ".key"))
    paths = "".join("%s_temp_path %s/%s;" % (kind, folder, kind) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(folder + "/nginx.conf", "w", encoding="utf-8") as file:
        file.write("daemon off; pid %s/pid; error_log %s/errors; events {} http { access_log off; %s %s }" % (folder, folder, paths, site))
    return Proxy(port, ["nginx", "-p", folder, "-c", file.name, "-e", folder + "/errors"], ("127.0.0.1", second))


def caddy(folder, back, certificate):
    port = free_port()
    site = example("Caddyfile", ("linea.example.org {", "https://localhost:%d {\n    tls %s.crt %s.key" % (port, certificate, certificate)),
                   ("127.0.0.1:8080", "127.0.0.1:%d" % back))
    with open(folder + "/Caddyfile", "w", encoding="utf-8") as file:
        file.write("{\n    admin off\n    auto_https disable_redirects\n}\n" + site)
    return Proxy(port, ["env", "HOME=" + folder, "XDG_DATA_HOME=" + folder, "XDG_CONFIG_HOME=" + folder, "caddy", "run", "--adapter", "caddyfile", "--config", file.name])


def unit(folder):
    """systemd has nothing against the unit, and the server takes its command line."""
    text = example("linea.service", ("/usr/local/bin/linea", PROGRAM))
    with open(folder + "/linea.service", "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", file.name], capture_output=True, text=True)
    about = [line for line in done.stderr.splitlines() if "linea" in line]
    check(done.returncode == 0 and not about, done.stdout, done.stderr)
    return re.search(r"ExecStart=\S+ serve (.*)", text).group(1).split()


def main():
    tried = []
    with tempfile.TemporaryDirectory() as folder:
        options = ["--proxy"]
        if shutil.which("systemd-analyze"):
            options = unit(folder)
            check("--proxy" in options and options[options.index("--data") + 1] == "/var/lib/linea/linea.db", options)
            tried.append("the unit")
        certificate = folder + "/certificate"
        if shutil.which("openssl"):
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                            "-keyout", certificate + ".key", "-out", certificate + ".crt"], check=True, capture_output=True)
        os.chmod(folder, 0o755)
        for start in (nginx, caddy):
            if not shutil.which(start.__name__) or not os.path.exists(certificate + ".crt"):
                continue
            with Server("--proxy", first=["serve"]) as server:
                proxy = start(folder, server.port, certificate)
                try:
                    took = try_proxy(proxy, server)
                finally:
                    proxy.end()
            tried.append("%s (an event in the stream after %.0f ms)" % (start.__name__, took * 1000))
    print("tried: " + ", ".join(tried) if tried else "nothing of it is installed")
    sys.exit(0 if tried else 77)


if __name__ == "__main__":
    main()
