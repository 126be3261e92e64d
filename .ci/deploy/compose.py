#!/usr/bin/env python3
"""Checks docs/deploy/compose.yaml: it passes on every setting of .env.example, and no other.

    .ci/deploy/compose.py [--with-client]      the option also has Docker Compose read the file: `make test-deploy`
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs/deploy/compose.yaml"
# The image has its own listen address and data folder, and no private database; the fake gateway is for trials.
OWN = {"BIND", "DATA_DIR", "PG_BIN", "PG_NPM_DIR", "PAYHERE_URL"}
NEEDED = ("POSTGRES_PASSWORD", "JWT_SECRET", "PUBLIC_URL", "TRUSTED_PROXIES")


def settings_of(example):
    """The variables that .env.example lists."""
    return set(re.findall(r"^# ?([A-Z][A-Z0-9_]+)=", example, re.M))


def passed_on(compose):
    """The variables of the service `shop`."""
    shop = compose[compose.index("\n  shop:"):compose.index("\n  database:")]
    return set(re.findall(r"^      ([A-Z][A-Z0-9_]+):", shop[shop.index("environment:"):], re.M))


def differences(example, compose):
    wanted, given = settings_of(example) - OWN, passed_on(compose)
    return [f"{name} of .env.example is not passed on" for name in sorted(wanted - given)] + [
        f"{name} is no setting of the shop (.env.example)" for name in sorted(given - wanted)]


def client():
    """The command of Docker Compose: the installed one, else Debian's package."""
    if shutil.which("docker") and subprocess.run(["docker", "compose", "version"], capture_output=True).returncode == 0:
        return ["docker", "compose"]
    if not shutil.which("docker-compose"):
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "docker-compose"]):
            subprocess.run([ROOT / ".ci/as-root", *command], check=True, stdout=subprocess.DEVNULL)
    return ["docker-compose"]


def main():
    text, example = FILE.read_text(), (ROOT / ".env.example").read_text()
    # The check can fail.
    assert differences(example, text.replace("      SMTP_URL:\n", "")) != differences(example, text)
    wrong = differences(example, text)
    if "--with-client" in sys.argv:
        command = [*client(), "-f", FILE, "config", "--quiet"]
        kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        needed = {name: "x" for name in NEEDED}
        read = subprocess.run(command, env=kept | needed, capture_output=True, text=True)
        if read.returncode:
            wrong.append(read.stderr)
        for name in NEEDED:
            without = {key: value for key, value in needed.items() if key != name}
            if subprocess.run(command, env=kept | without, capture_output=True).returncode == 0:
                wrong.append(f"the file is accepted without {name}")
    if wrong:
        sys.exit("docs/deploy/compose.yaml:\n  " + "\n  ".join(wrong))


main()
