#!/usr/bin/env python3
"""Sends real requests through nginx, with docs/deploy/nginx.conf as it is, to a demo shop:

    .ci/deploy/nginx.py PROGRAM      the shop's program

Ports and the certificate's files alone are replaced. Checked: `nginx -t`; TLS 1.2 at least, and HTTP/2; the redirect to TLS; a page; an
order; bodies up to the largest sheet pass, larger ones do not; the visitor's address reaches the rate limits and cannot be forged;
lines of progress arrive as they are written.
"""
import contextlib
import http.client
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import uuid
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONF = ROOT / "docs/deploy/nginx.conf"
KEPT = ("PATH", "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH", "PG_BIN")
WRAP = """daemon off; pid {0}/nginx.pid; error_log {0}/error.log; worker_processes 1;
events {{}}
http {{ access_log off; client_body_temp_path {0}/b; proxy_temp_path {0}/p; fastcgi_temp_path {0}/f; uwsgi_temp_path {0}/u;
scgi_temp_path {0}/s; {1}
}}
"""
MEGABYTE = 1_000_000
# The products of an import whose progress is watched.
ROWS = 3_000
HEADER = "productId,productName,description,price,stock,brand,category\r\n"


def free_port():
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        return chosen.getsockname()[1]


def replaced(text, old, new):
    assert old in text, f"docs/deploy/nginx.conf has no {old!r}: bring this test in step"
    return text.replace(old, new)


@contextlib.contextmanager
def running(command, log, **options):
    """A program that is stopped at the end, and must end with 0."""
    with open(log, "wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, **options)
    try:
        yield process
    finally:
        process.terminate()
        code = process.wait(60)
    assert code == 0, f"{command[0]} ended with {code}:\n{Path(log).read_text()[-3000:]}"


def wait_for(what, done, process, log):
    end = time.monotonic() + 120
    while not done():
        if process.poll() is not None or time.monotonic() > end:
            raise SystemExit(f"{what} did not start:\n{Path(log).read_text()[-3000:]}")
        time.sleep(0.05)


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def ready(port):
    """Whether the shop answers, with all that it needs."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False


class Client:
    """Requests over TLS to nginx, from an address of the loopback network."""

    def __init__(self, port, authority, address="127.0.0.1"):
        self.port, self.address = port, address
        self.tls = ssl.create_default_context(cafile=authority)

    def connect(self, alpn=None):
        if alpn:
            self.tls.set_alpn_protocols(alpn)
        plain = socket.create_connection(("127.0.0.1", self.port), 60, (self.address, 0))
        return self.tls.wrap_socket(plain, server_hostname="shop.example")

    def ask(self, method, path, body=None, **headers):
        """An answer and its body; a body that is not text is sent as JSON."""
        connection = http.client.HTTPConnection("shop.example")
        connection.sock = self.connect()
        if body is not None and not isinstance(body, (bytes, str)):
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        try:
            connection.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        except (BrokenPipeError, ConnectionResetError):
            pass  # nginx refuses a large body before it has read all of it
        answer = connection.getresponse()
        return answer, answer if headers.get("Accept") == "application/x-ndjson" else answer.read()


def expect(what, found, wanted):
    if found != wanted:
        raise SystemExit(f"{what}: {found!r} instead of {wanted!r}")


def sheet(rows):
    about = "A light balm for hands and lips. " * 10
    return HEADER + "".join(f"NGX-{n},Balm {n},{about},1250,40,Pinibindu,Skincare\r\n" for n in range(rows))


def check_transport(client, plain_port):
    expect("HTTP/2", client.connect(["h2", "http/1.1"]).selected_alpn_protocol(), "h2")
    client.tls.set_alpn_protocols(["http/1.1"])
    old = ssl.create_default_context()
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("DEFAULT:@SECLEVEL=0")
    with warnings.catch_warnings(action="ignore"):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    try:
        with socket.create_connection(("127.0.0.1", client.port)) as raw, old.wrap_socket(raw):
            raise SystemExit("TLS 1.1 is accepted")
    except ssl.SSLError:
        pass
    plain = http.client.HTTPConnection("127.0.0.1", plain_port, timeout=10)
    plain.request("GET", "/products?page=2", headers={"Host": "shop.example"})
    answer = plain.getresponse()
    expect("the redirect", (answer.status, answer.getheader("Location")), (301, "https://shop.example/products?page=2"))


def check_page_and_order(client, accounts):
    answer, page = client.ask("GET", "/")
    expect("the page", (answer.status, b"</html>" in page), (200, True))
    expect("HSTS", "max-age" in (answer.getheader("Strict-Transport-Security") or ""), True)
    token = sign_in(client, "nadeesha.perera@example.com", accounts["customer_password"])
    product = json.loads(client.ask("GET", "/api/products?inStock=true&limit=1")[1])[0]["productId"]
    return token, product


def sign_in(client, email, password):
    answer, body = client.ask("POST", "/api/users/login", {"email": email, "password": password})
    expect(f"sign-in of {email}", answer.status, 200)
    return f"Bearer {json.loads(body)['token']}"


def check_sizes(client, owner):
    headers = {"Authorization": owner, "Content_Type": "text/csv"}
    answer, body = client.ask("POST", "/api/products/import?dryRun=true", b"x" * (10 * MEGABYTE + MEGABYTE // 2), **headers)
    expect("10.5 MB are answered by the shop", answer.getheader("Content-Type"), "application/problem+json")
    answer, body = client.ask("POST", "/api/products/import?dryRun=true", b"x" * (12 * MEGABYTE), **headers)
    expect("12 MB are refused by nginx", (answer.status, b"nginx" in body), (413, True))


def check_addresses(client_at):
    """A flood of logins from one visitor limits that visitor alone."""
    wrong, another = ({"email": f"{name}@example.com", "password": "wrong-password-1"} for name in ("nobody", "somebody"))
    # Failed logins also delay all visitors of one block of addresses (/24).
    flooding, other = client_at("127.0.3.3"), client_at("127.0.4.4")
    statuses = [flooding.ask("POST", "/api/users/login", wrong)[0].status for _ in range(12)]
    expect("the flooding visitor is limited", statuses[-1], 429)
    forged = flooding.ask("POST", "/api/users/login", wrong, X_Forwarded_For="203.0.113.9")[0].status
    expect("a forged address does not help", forged, 429)
    expect("another visitor is not limited", other.ask("POST", "/api/users/login", another)[0].status, 401)


def arrivals(client, owner, rows):
    """Seconds from the first to the last line of an import's progress, and the seconds of the whole."""
    begun = time.monotonic()
    headers = {"Authorization": owner, "Content_Type": "text/csv", "Accept": "application/x-ndjson"}
    answer, stream = client.ask("POST", "/api/products/import", sheet(rows), **headers)
    expect("lines", (answer.status, answer.getheader("Content-Type")), (200, "application/x-ndjson"))
    lines, times = [], []
    while line := stream.readline():
        lines.append(json.loads(line))
        times.append(time.monotonic())
    expect("the import", (lines[0].get("step"), lines[-1].get("status")), ("checking", 200))
    return times[-1] - times[0], times[-1] - begun


def check_streaming(client, buffering, owner):
    """Lines arrive as the shop writes them. Through an nginx that ignores X-Accel-Buffering they arrive together: the measure can fail."""
    spread, whole = arrivals(client, owner, ROWS)
    expect(f"lines arrive as they are written ({spread:.2f} of {whole:.2f} s)", spread > whole / 4, True)
    spread, whole = arrivals(buffering, owner, ROWS)
    expect(f"held lines arrive together ({spread:.2f} of {whole:.2f} s)", spread < whole / 4, True)


def check_order(client, token, product):
    body = {"orderedItems": [{"productId": product, "quantity": 1}], "name": "Nadeesha Perera", "address": "12 Temple Road, Kandy",
            "phone": "+94 77 123 4567"}
    answer, told = client.ask("POST", "/api/orders", body, Authorization=token, Idempotency_Key=str(uuid.uuid4()))
    expect(f"the order ({told[:300]!r})", answer.status, 201)


def nginx_files(folder, shop_port):
    """The ports of nginx (TLS, buffering, plain) and the path of its configuration."""
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=shop.example",
         "-addext", "subjectAltName=DNS:shop.example", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    plain, ports = free_port(), (free_port(), free_port())
    text = CONF.read_text()
    text = replaced(text, "/etc/letsencrypt/live/shop.example/fullchain.pem", str(certificate))
    text = replaced(text, "/etc/letsencrypt/live/shop.example/privkey.pem", str(key))
    text = replaced(text, "127.0.0.1:8080", f"127.0.0.1:{shop_port}")
    as_it_is = replaced(replaced(text, "listen 443 ", f"listen 127.0.0.1:{ports[0]} "), "listen 80;", f"listen 127.0.0.1:{plain};")
    # Of the second nginx only the server with TLS: its first block, upstreams aside.
    buffering = replaced(text[text.index("server {"):text.index("\nserver {", text.index("server {") + 1)], "listen 443 ", f"listen 127.0.0.1:{ports[1]} ")
    buffering = replaced(buffering, "client_max_body_size", "proxy_ignore_headers X-Accel-Buffering; client_max_body_size")
    path = folder / "nginx.conf"
    path.write_text(WRAP.format(folder, as_it_is + buffering))
    return (*ports, plain), path, certificate


def main():
    program = Path(sys.argv[1]).resolve()
    nginx = subprocess.run([ROOT / ".ci/nginx"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data, shop_port = folder / "data", free_port()
        data.mkdir()
        (data / ".env").touch()
        folder.chmod(0o755)  # the processes of nginx are another user's
        environment = {key: os.environ[key] for key in KEPT if key in os.environ}
        environment |= {"DATA_DIR": str(data), "BIND": f"127.0.0.1:{shop_port}", "PUBLIC_URL": "https://shop.example", "RUST_LOG": "warn",
                        "TRUSTED_PROXIES": "127.0.0.1", "PG_NPM_DIR": os.environ.get("PG_NPM_DIR") or str(ROOT / "target/postgres")}
        ports, conf, authority = nginx_files(folder, shop_port)
        tested = subprocess.run([nginx, "-t", "-c", conf], capture_output=True, text=True)
        expect(f"nginx -t: {tested.stderr}", (tested.returncode, "warn" in tested.stderr), (0, False))
        shop_log, nginx_log = folder / "shop.log", folder / "nginx.log"
        with running([program, "serve", "--demo"], shop_log, cwd=data, env=environment) as shop:
            wait_for("the shop", lambda: ready(shop_port), shop, shop_log)
            with running([nginx, "-c", conf], nginx_log) as proxy:
                wait_for("nginx", lambda: listens(ports[0]), proxy, nginx_log)
                client = Client(ports[0], authority)
                accounts = json.loads((data / "demo.json").read_text())
                check_transport(client, ports[2])
                token, product = check_page_and_order(client, accounts)
                check_order(client, token, product)
                owner = sign_in(client, "owner@araliya.example", accounts["admin_password"])
                check_sizes(client, owner)
                check_addresses(lambda address: Client(ports[0], authority, address))
                check_streaming(client, Client(ports[1], authority), owner)


main()
