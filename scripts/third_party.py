#!/usr/bin/env python3
"""Writes the licences of the crates that are linked into a program, for the archive of a release or a web site.

Usage: scripts/third_party.py [--crate NAME] [--target TARGET] [--output FILE]

The crates are those that Cargo links for the target (normal dependencies; what only builds or tests is left out), the texts
those in the sources that Cargo has fetched, and those of the Rust standard library from the toolchain. Each text stands
there once, after the crates to which it belongs. A crate whose source has no text must be one of WITHOUT_TEXT, for which
the toolchain's text of its licence stands.

Exit status: 0; 1 a text is missing, or Cargo fails; 2 wrong usage.
"""

import argparse
import html
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LICENCE_FILE = re.compile(r"(?i)^(.*licen[cs]e|copying)([-_. ].*)?$")
# Files that complete a licence and are none alone.
NOTICE_FILE = re.compile(r"(?i)^(copyright|notice|authors)([-_. ].*)?$")
# Crates without a licence file in their sources, and the licence that is chosen from those they name.
WITHOUT_TEXT = {"block2": "MIT", "dispatch2": "MIT", "objc2": "MIT", "objc2-encode": "MIT"}


def run(*command):
    """The output of a command."""
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"third_party: {' '.join(command)} failed")
    return result.stdout


def linked_crates(root, target):
    """The crates that are linked with a crate for a target, without those of this project, sorted by name and version."""
    tree = ("--locked", "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}")
    linked = {tuple(line.split()[:2]) for line in run("cargo", "tree", "--package", root, *tree).splitlines()}
    metadata = json.loads(
        run("cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target)
    )
    is_linked = lambda crate: crate["source"] is not None and (crate["name"], f"v{crate['version']}") in linked
    crates = [crate for crate in metadata["packages"] if is_linked(crate)]
    return sorted(crates, key=lambda crate: (crate["name"], crate["version"]))


def texts_in(folder):
    """The licence files of a folder and of its folder of licences, by name."""
    parts = sorted(folder.iterdir())
    licences = [part for part in parts if part.is_file() and LICENCE_FILE.match(part.name)]
    for part in parts:
        if part.is_dir() and re.match(r"(?i)licen[cs]es?$", part.name):
            licences += [file for file in sorted(part.iterdir()) if file.is_file()]
    notices = [part for part in parts if part.is_file() and NOTICE_FILE.match(part.name)]
    return [text for text in map(read, licences + notices) if text] if licences else []


def read(file):
    """The text of a file; what a page of HTML shows."""
    text = file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
    if file.suffix == ".html":
        lines = html.unescape(re.sub(r"<[^>]*>", "", text)).splitlines()
        text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines))
    return text.strip()


def toolchain_texts():
    """The folder with the texts that come with the toolchain."""
    return pathlib.Path(run("rustc", "--print", "sysroot").strip()) / "share/doc/rust"


def texts_of(crate):
    """The licence texts of a crate."""
    texts = texts_in(pathlib.Path(crate["manifest_path"]).parent)
    licence = WITHOUT_TEXT.get(crate["name"])
    if texts or licence is None or licence not in (crate["license"] or ""):
        return texts
    authors = ", ".join(crate["authors"]) or f"the authors of {crate['name']}"
    text = read(toolchain_texts() / "licenses" / f"{licence}.txt")
    return [text.replace("Copyright (c) <year> <copyright holders>", f"Copyright (c) {authors}")]


def library_texts():
    """Version of the Rust standard library, and its licence files in the toolchain."""
    version = run("rustc", "--version").split()[1]
    folder = toolchain_texts()
    names = ["COPYRIGHT-library.html", "licenses/MIT.txt", "licenses/Apache-2.0.txt"]
    files = [folder / name for name in names]
    return version, [read(file) for file in files] if all(file.is_file() for file in files) else []


def document(root, target):
    """The whole text."""
    crates = linked_crates(root, target)
    owners, missing, lines = {}, [], []
    version, texts = library_texts()
    entries = [("Rust standard library", version, "MIT OR Apache-2.0", "https://www.rust-lang.org", texts)]
    for crate in crates:
        name = crate["name"]
        address = crate["repository"] or f"https://crates.io/crates/{name}"
        entries.append((name, crate["version"], crate["license"] or "see its text", address, texts_of(crate)))
    for name, version, licence, address, texts in entries:
        lines.append(f"* {name} {version}: {licence}, {address}")
        if not texts:
            missing.append(f"{name} {version} ({licence})")
        for text in texts:
            owners.setdefault(text, []).append(f"{name} {version}")
    if missing:
        sys.exit(f"third_party: no licence text of {', '.join(missing)}; expected a file in its source, or WITHOUT_TEXT")
    rule = "-" * 100
    parts = [f"{rule}\n{', '.join(names)}\n{rule}\n\n{text}\n" for text, names in owners.items()]
    head = "The program contains code of these projects, under the licences named. Their texts follow.\n\n"
    return head + "\n".join(lines) + "\n\n" + "\n".join(parts)


def main():
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crate", default="bactrian", help="the program (bactrian)")
    parser.add_argument("--target", help="Rust's name of the machine (this machine's)")
    parser.add_argument("--output", type=pathlib.Path, help="the file; standard output if not given")
    options = parser.parse_args()
    target = options.target or re.search(r"^host: (.*)$", run("rustc", "-vV"), re.M).group(1)
    text = document(options.crate, target)
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
