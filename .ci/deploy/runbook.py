#!/usr/bin/env python3
"""Executes every shell line of docs/runbook.md, in order, in a machine of its own, and makes the faults that it tells how to repair:

    .ci/deploy/runbook.py PROGRAM [HEADING ...]      the shop's program; only these sections (the first one always runs)

The machine is Debian 12 with systemd as its first process, which systemd-nspawn boots from the folders of `.ci/deploy/machine`: services,
the unit's restrictions and the journal are real. Its disk is a small one in memory, its network the loopback interface, its packages come
from a local archive, and the kernel is this machine's. Needs root.

A ```sh block of the runbook is executed by bash with -eu -o pipefail; all blocks of a section share one shell. A ```text block behind it is
the expected output, where … stands for any text. `.ci/deploy/runbook/HEADING.N.sh` makes the fault before block N of that section, and
`HEADING.end.sh` checks the result. The checks of the sections that are left go on after a failure; the summary names the failed ones.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOOKS = ROOT / ".ci/deploy/runbook"
# The machine's disk, in MiB: small enough to be filled.
DISK = 1_800
TIMEOUT = 300


def slug(heading):
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


def dedented(body):
    """A text whose fenced blocks stand at the beginning of the line: those of lists are indented."""
    lines, indent, inside = [], 0, False
    for line in body.splitlines(keepends=True):
        if line.lstrip().startswith("```"):
            indent = indent if inside else len(line) - len(line.lstrip())
            inside = not inside
            lines.append(line[indent:])
        else:
            lines.append(line[indent:] if inside and not line[:indent].strip() else line)
    return "".join(lines)


def sections(text):
    """The sections with shell lines: heading, and its blocks as pairs of lines and expected output (or None)."""
    found = []
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        heading, body = part.split("\n", 1)
        body = dedented(body)
        blocks = re.findall(r"^```(\w*)\n(.*?)^```$(?:\n+^```text\n(.*?)^```$)?", body, re.M | re.S)
        unknown = [kind for kind, _, _ in blocks if kind != "sh"]
        if unknown:
            sys.exit(f"{heading}: a block is neither sh nor the text that follows one: {unknown}")
        if blocks:
            found.append((slug(heading), [(lines, output or None) for _, lines, output in blocks]))
    return found


def matches(expected, output):
    """Whether an output is the expected one, where … stands for any text."""
    pattern = ".*".join(re.escape(part) for part in expected.strip().split("…"))
    return re.fullmatch(pattern, output.strip(), re.S) is not None


def script_of(heading, blocks):
    """The script of a section. Each step writes its output to a file of its own and leaves its name in `step`."""
    steps = []
    for number, (lines, _) in enumerate(blocks, 1):
        hook = HOOKS / f"{heading}.{number}.sh"
        if hook.is_file():
            steps.append((f"fault-{number}", f"( set -eu -o pipefail\n. /test/lib.sh\n{hook.read_text()}\n)\n"))
        steps.append((f"block-{number}", lines))
    end = HOOKS / f"{heading}.end.sh"
    if end.is_file():
        steps.append(("end", f"( set -eu -o pipefail\n. /test/lib.sh\n{end.read_text()}\n)\n"))
    # A group in braces keeps variables for the next block; set -e ends the shell at the first failure.
    body = "".join(f"echo {name} > /test/out/step\n{{\n{lines}}} > /test/out/{name} 2>&1 < /dev/null\n" for name, lines in steps)
    return "set -eu -o pipefail\nexport LC_ALL=C.UTF-8 HOME=/root TERM=dumb\ncd /root\n" + body + "echo done > /test/out/step\n"


class Machine:
    """A Debian machine with systemd, from the cached root under a layer in memory."""

    def __init__(self, program):
        cache = subprocess.run([ROOT / ".ci/deploy/machine"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        self.folder = Path(tempfile.mkdtemp(prefix="runbook-"))
        self.root, self.log = self.folder / "root", self.folder / "console.log"
        layer = self.folder / "layer"
        self.out = self.folder / "out"
        for folder in (self.root, layer, self.out):
            folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=755", "machine", layer], check=True)
        for folder in ("upper", "work"):
            (layer / folder).mkdir()
        options = f"lowerdir={cache}/root,upperdir={layer}/upper,workdir={layer}/work"
        subprocess.run(["mount", "-t", "overlay", "machine", "-o", options, self.root], check=True)
        self.fill(Path(cache), program)
        command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--boot", "--machine=runbook",
                   "--resolv-conf=off", "--link-journal=no", f"--directory={self.root}", f"--bind-ro={cache}/packages:/var/lib/packages",
                   # Not on the machine's disk, which is full in one section.
                   f"--bind={self.out}:/test/out"]
        # A debug build reads the web app's files where they were built.
        for web in ("frontend/dist", "frontend/dist-ssr", "crates/api"):
            command.append(f"--bind-ro={ROOT / web}")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log.open("wb"), stderr=subprocess.STDOUT)

    def fill(self, cache, program):
        """What the reader has on the server, and what the test needs there."""
        etc, here = self.root / "etc", self.root / "root/araliya"
        (etc / "apt/sources.list").write_text("deb [trusted=yes] file:/var/lib/packages ./\n")
        (etc / "hostname").write_text("server\n")
        # The name's address, and a network of other visitors.
        (etc / "hosts").write_text("127.0.0.1 localhost server shop.example\n")
        shutil.copytree(ROOT / "docs/deploy", here / "docs/deploy")
        (here / "target/release").mkdir(parents=True)
        shutil.copy(program, here / "target/release/api")
        test = self.root / "test"
        (test / "out").mkdir(parents=True)
        shutil.copy(HOOKS / "lib.sh", test / "lib.sh")
        gateway = Path(program).with_name("fake-payhere")
        if gateway.is_file():
            shutil.copy(gateway, test / "fake-payhere")
        newest = sorted((ROOT / "migrations/schema").iterdir())[-1]
        shutil.copytree(newest, test / "newest-migration")
        (test / "newest-migration/version").write_text(newest.name.split("_")[0].replace("-", ""))

    def init(self):
        """The machine's first process, as this machine counts it."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        return children[0] if children else None

    def shell(self, script, timeout=TIMEOUT):
        command = ["nsenter", "--target", self.init(), "--all", "/bin/bash", "-s"]
        return subprocess.run(command, input=script, text=True, capture_output=True, timeout=timeout, env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"})

    def wait(self):
        """Waits until systemd has started its services."""
        for _ in range(300):
            if self.process.poll() is not None:
                break
            if self.init() and self.shell("systemctl is-system-running").stdout.strip() in ("running", "degraded"):
                return
            time.sleep(0.1)
        sys.exit(f"the machine did not start:\n{self.log.read_text(errors='replace')[-2000:]}")

    def output(self, name):
        path = self.out / name
        return path.read_text(errors="replace") if path.is_file() else ""

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
        for mounted in (self.root, self.folder / "layer"):
            subprocess.run(["umount", "--lazy", mounted], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def run_section(machine, heading, blocks):
    """Nothing, or what failed."""
    for former in machine.out.iterdir():
        former.unlink()
    try:
        ended = machine.shell(script_of(heading, blocks))
    except subprocess.TimeoutExpired:
        ended = None
    step = machine.output("step").strip()
    if ended is None or ended.returncode:
        said = machine.output(step)[-2500:] + ("" if ended is None else ended.stderr[-1000:])
        how = f"no end within {TIMEOUT} s" if ended is None else f"ended with {ended.returncode}"
        return f"{step} {how}:\n{said}"
    for number, (_, expected) in enumerate(blocks, 1):
        output = machine.output(f"block-{number}")
        if expected is not None and not matches(expected, output):
            return f"block-{number} printed\n{output[-2500:]}\ninstead of\n{expected}"
    return None


def main():
    program, only = sys.argv[1], [slug(heading) for heading in sys.argv[2:]]
    # The comparison can fail.
    assert matches("a … c\n", "a b c") and not matches("a … c\n", "a b d") and not matches("a\n", "")
    if os.geteuid():
        sys.exit("the test of the runbook needs root")
    known = sections((ROOT / "docs/runbook.md").read_text())
    stray = {hook.name.split(".")[0] for hook in HOOKS.glob("*.*.sh")} - {heading for heading, _ in known}
    stray |= set(only) - {heading for heading, _ in known}
    if stray:
        sys.exit(f"docs/runbook.md has no section {', '.join(sorted(stray))}")
    machine, failed = Machine(program), []
    try:
        machine.wait()
        for number, (heading, blocks) in enumerate(known):
            if only and number and heading not in only:
                continue
            begun = time.monotonic()
            wrong = run_section(machine, heading, blocks)
            print(f"{'FAIL' if wrong else 'ok  '}  {heading} ({time.monotonic() - begun:.0f} s)", flush=True)
            if wrong:
                failed.append(heading)
                print(wrong, flush=True)
                print(machine.shell("journalctl -u araliya -o cat --no-pager -n 15").stdout[-3000:], flush=True)
                # Without a shop nothing else can be tried; a line that printed something else does not stop it.
                if not number and "printed" not in wrong.splitlines()[0]:
                    break
    finally:
        if "KEEP" in os.environ:
            input(f"the machine runs: nsenter --target {machine.init()} --all /bin/bash; Enter stops it ")
        machine.stop()
    if failed:
        sys.exit(f"the runbook's lines failed in: {', '.join(failed)}")


main()
