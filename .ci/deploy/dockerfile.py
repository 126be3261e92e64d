#!/usr/bin/env python3
"""Compares the files that the builds read with the files that docs/deploy/Dockerfile gives them.

    .ci/deploy/dockerfile.py [--self-test]

Rust: the files that cargo noted for the program `api` (target/debug/api.d, after a build), and the folders that macros of its crates
embed. The web app: `npm run build` in a folder that holds only the copied files. `.dockerignore` is applied to both.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = ROOT / "docs/deploy/Dockerfile"
# The web app's stage makes these.
BUILT = ("frontend/dist", "frontend/dist-ssr")
FOLDER_MACROS = re.compile(r'embed_migrations!\(\s*"([^"]+)"|#\[folder\s*=\s*"([^"]+)"\]|rerun-if-changed=([^"\s]+)')


def within(path, folder):
    """Whether a path is a folder, or below it."""
    return path == folder or folder == "." or path.startswith(folder + "/")


def stages(text):
    """The stages by name: lists of (sources, destination, stage that the sources come from)."""
    found, copies, folder = {}, [], "/"
    for line in re.sub(r"\\\n", " ", text).splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "FROM":
            copies, folder = [], "/"
            found[words[3] if len(words) > 3 else "last"] = copies
        elif words[0] == "WORKDIR":
            folder = words[1]
        elif words[0] in ("COPY", "ADD"):
            origin = next((w[7:] for w in words if w.startswith("--from=")), None)
            *sources, target = [w for w in words[1:] if not w.startswith("--")]
            copies.append((sources, str(PurePosixPath(folder) / target) + ("/" if target.endswith("/") else ""), origin))
    return found


class Ignored:
    """The rules of .dockerignore: the last one that fits a path or a folder above it decides."""

    def __init__(self, text):
        lines = [line.strip() for line in text.splitlines()]
        self.rules = [(line.lstrip("!"), line.startswith("!")) for line in lines if line and not line.startswith("#")]

    def __call__(self, path):
        ignored = False
        steps = path.split("/")
        paths = ["/".join(steps[: n + 1]) for n in range(len(steps))]
        for pattern, kept in self.rules:
            expression = re.escape(pattern).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
            if any(re.fullmatch(expression, p) for p in paths):
                ignored = not kept
        return ignored


def missing_of(paths, copies, ignored):
    """The paths that the stage does not get: never copied, or left out by .dockerignore."""
    own = [source.rstrip("/").removeprefix("./") for sources, _, origin in copies if origin is None for source in sources]
    built = [source.removeprefix("/src/") for sources, _, origin in copies if origin for source in sources]
    wrong = []
    for path in sorted(paths):
        if any(within(path, folder) for folder in built):
            continue
        if not any(within(path, source) for source in own):
            wrong.append(f"{path}: no COPY line has it")
        elif ignored(path):
            wrong.append(f"{path}: .dockerignore leaves it out")
    return wrong


def crates_of_the_program():
    """The folders of the crates that `api` is built from, tests and tools left out."""
    # Packages of other platforms may not be downloaded.
    host = re.search(r"^host: (\S+)", subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout, re.M).group(1)
    command = ["cargo", "metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [i for i in metadata["workspace_members"] if packages[i]["name"] == "api"]
    seen = set()
    while waiting:
        package = waiting.pop()
        if package in seen or packages[package]["source"]:
            continue
        seen.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return sorted(Path(packages[i]["manifest_path"]).parent for i in seen)


def read_by_rust():
    """Every file of the project that the build of `api` reads, relative to it."""
    noted = (ROOT / "target/debug/api.d").read_text().replace("\\ ", "\0").split()[1:]
    paths = {Path(path.replace("\0", " ")) for path in noted}
    for crate in crates_of_the_program():
        for source in [*crate.glob("build.rs"), *crate.glob("src/**/*.rs")]:
            for match in FOLDER_MACROS.finditer(source.read_text()):
                paths.add((crate / next(filter(None, match.groups()))).resolve())
    inside = {path.relative_to(ROOT).as_posix() for path in paths if path.is_relative_to(ROOT)}
    # Left out: results of build scripts, and what the lints read.
    return {path for path in inside if not within(path, "target")} - {".clippy.toml"} | {"Cargo.toml", "Cargo.lock"}


def copied(copies, ignored, target):
    """Puts the files of a stage where its COPY lines put them, below `target`."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    for sources, destination, _ in copies:
        for source in sources:
            for name in listed.stdout.splitlines():
                if not within(name, source) or ignored(name) or not (ROOT / name).is_file():
                    continue
                rest = name[len(source):].lstrip("/") or (Path(name).name if destination.endswith("/") else "")
                to = target / destination.lstrip("/") / rest
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, to)


def build_web_app(copies, ignored):
    """The end of the output of a failed build of the web app from the copied files alone, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        copied(copies, ignored, Path(folder))
        web = Path(folder) / "src/frontend"
        (web / "node_modules").symlink_to(ROOT / "frontend/node_modules")
        built = subprocess.run(["npm", "run", "--silent", "build"], cwd=web, capture_output=True, text=True)
        made = [name for name in ("dist/index.html", "dist-ssr/ssr.js") if not (web / name).is_file()]
        if built.returncode or made:
            return (built.stdout + built.stderr)[-2000:] + f"\nmissing: {made}"
    return ""


def self_test():
    """The check reports what it is there for."""
    found = stages("FROM a AS web\nWORKDIR /src\nCOPY one two ./\nFROM b\nCOPY --from=web /src/frontend/dist ./frontend/dist\nCOPY crates ./crates\n")
    assert found["web"] == [(["one", "two"], "/src/", None)], found
    everything = Ignored("")
    assert missing_of({"crates/x.rs", "frontend/dist"}, found["last"], everything) == []
    assert missing_of({"migrations/schema"}, found["last"], everything) == ["migrations/schema: no COPY line has it"]
    assert missing_of({"crates/x.rs"}, found["last"], Ignored("*\n!frontend")) == ["crates/x.rs: .dockerignore leaves it out"]
    rules = Ignored("*\n!frontend\nfrontend/dist\n**/*.log\n")
    assert [rules(p) for p in (".env", "frontend/a.ts", "frontend/dist/x.js", "frontend/a.log")] == [True, False, True, True]


def main():
    self_test()
    if "--self-test" in sys.argv:
        return
    text, ignored = DOCKERFILE.read_text(), Ignored((ROOT / ".dockerignore").read_text())
    by_stage = stages(text)
    wrong = missing_of(read_by_rust(), by_stage["binary"], ignored)
    for secret in (".env", "data/signing-key", "target/debug/api", "frontend/node_modules/x", "frontend/dist-ssr/ssr.js", ".git/config"):
        if not ignored(secret):
            wrong.append(f"{secret}: .dockerignore lets it into the build")
    for image in re.findall(r"^FROM (\S+)", text, re.M):
        if not re.fullmatch(r"(node:20|rust:1\.95|debian:)\S*bookworm\S*", image):
            wrong.append(f"{image}: not a base image that the project was tried with")
    failed = build_web_app(by_stage["web"], ignored)
    if failed:
        wrong.append(f"the web app cannot be built from the copied files:\n{failed}")
    if wrong:
        sys.exit("docs/deploy/Dockerfile:\n  " + "\n  ".join(wrong))
    print(f"{len(read_by_rust())} files and folders are copied")


main()
