/*
 * tests/server/push_service.mjs CERTIFICATE KEY PORT - a push service, a browser behind it and a webhook, on 127.0.0.1, for tests. It opens
 * what it is sent by Node's own cryptography, not by ours.
 *
 * Its first line says what the browser would give its page: {"p256dh","auth"}; then there is a line for each request, with what was in it. The
 * first part of a path says how it answers: /201/…, /410/…, /302/…, /slow/…, /large/….
 *
 * SPDX-License-Identifier: MIT
 */
import crypto from "node:crypto";
import fs from "node:fs";
import https from "node:https";

const [certificate, key, port] = process.argv.slice(2);
const browser = crypto.createECDH("prime256v1");
browser.generateKeys();
const auth = crypto.randomBytes(16);
const text = (bytes) => Buffer.from(bytes).toString("base64url");
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

function hkdf(secret, salt, info, length) {
  return Buffer.from(crypto.hkdfSync("sha256", secret, salt, info, length));
}

/** RFC 8291 and RFC 8188, the other way round. */
function open(body) {
  const salt = body.subarray(0, 16);
  const length = body[20];
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const secret = hkdf(browser.computeSecret(sender), auth, info, 32);
  const cipher = crypto.createDecipheriv("aes-128-gcm", hkdf(secret, salt, "Content-Encoding: aes128gcm\0", 16), hkdf(secret, salt, "Content-Encoding: nonce\0", 12));
  const record = body.subarray(21 + length);
  cipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error("no delimiter");
  return plain.subarray(0, end).toString();
}

/** RFC 8292: what the sender says, if it is signed by the key that it names. */
function sender(header) {
  const [, token, k] = /^vapid t=([^,]+), k=(.+)$/.exec(header ?? "") ?? [];
  if (!token) throw new Error("no vapid");
  const [head, claims, signature] = token.split(".");
  const point = Buffer.from(k, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  const fine = crypto.verify("sha256", Buffer.from(`${head}.${claims}`), { key: crypto.createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  if (!fine) throw new Error("not signed by its key");
  return { k, head: JSON.parse(Buffer.from(head, "base64url")), ...JSON.parse(Buffer.from(claims, "base64url")) };
}

function read(request, body) {
  const line = { path: request.url, headers: request.headers, length: body.length };
  if (request.headers["content-encoding"] !== "aes128gcm") return { ...line, body: body.toString() };
  try {
    return { ...line, text: JSON.parse(open(body)), from: sender(request.headers.authorization) };
  } catch (error) {
    return { ...line, error: String(error) };
  }
}

function answer(request, response) {
  const how = request.url.split("/")[1];
  if (how === "slow") return; /* never */
  if (how === "large") response.writeHead(200).end(Buffer.alloc(1 << 24, "x"));
  else if (how === "302") response.writeHead(302, { Location: `https://127.0.0.1:${port}/200/elsewhere` }).end();
  else response.writeHead(Number(how) || 404).end();
}

const server = https.createServer({ cert: fs.readFileSync(certificate), key: fs.readFileSync(key) }, (request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    say(read(request, Buffer.concat(parts)));
    answer(request, response);
  });
  response.on("error", () => undefined);
});
server.listen(Number(port), "127.0.0.1", () => say({ p256dh: text(browser.getPublicKey()), auth: text(auth) }));
