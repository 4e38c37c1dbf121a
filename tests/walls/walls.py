#!/usr/bin/env python3
"""The walls of the house, by includes: who may include whom, and nothing else.

usage: walls.py ROOT [--self-test]

Reads every #include in src/ and include/. A quoted include "heed/x.h" belongs to
the module that owns x.h; a quoted include of another kind must lie in the
including file's own folder. Also: curses only in tui, files, clocks and
environment only in store, tui and cli, no fast-math, and the top level holds what
the design names.
"""
import pathlib
import re
import sys

MAY = {
    "cli": {"cli", "tui", "app", "view", "study", "lesson", "sheet", "core", "frame", "store", "base"},
    "tui": {"tui", "frame", "base"},
    "app": {"app", "view", "study", "lesson", "sheet", "frame", "base"},
    "view": {"view", "study", "lesson", "sheet", "frame", "base"},
    "study": {"study", "lesson", "sheet", "base"},
    "lesson": {"lesson", "sheet", "base"},
    "sheet": {"sheet", "core", "base"},
    "store": {"store", "base"},
    "frame": {"frame", "base"},
    "core": {"core"},
    "base": {"base"},
}
# Public headers and their modules; one that is not named here fails the test.
OWNER = {
    "arena": "base", "diag": "base", "text": "base", "number": "base", "json": "base", "ref": "base",
    "core": "core", "core_kernels": "core", "sheet": "sheet", "lesson": "lesson", "glossary": "lesson", "frame": "frame", "event": "frame",
    "view": "view", "spoken": "view", "app": "app", "tui": "tui", "store": "store", "math": "lesson", "journal": "study", "schedule": "study",
    "course": "study", "quiz": "study", "deck": "study", "standing": "study",
    "version": "cli",
}
TOP = {"src", "include", "lessons", "tests", "CMakeLists.txt", "README.md", "LICENSE"}
CURSES = re.compile(r"^(ncursesw/)?(n?curses|term|panel)\.h$")
# What only store, tui and cli may touch (cli reads arguments and environment; tui the terminal).
OUTSIDE = re.compile(r"(?<![\w.>])(?<!format\()(?:(fopen|open|creat|getenv|secure_getenv|setenv|time|clock_gettime|gettimeofday|"
                     r"localtime|localtime_r|isatty|ioctl|printf|puts|fprintf|fputs)\s*\(|(stdin|stdout|stderr)\b)")
ALLOWED_OUTSIDE = {"store", "tui", "cli"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def strip(text):
    """Code without comments and string literals, lines kept."""
    pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
    return pattern.sub(lambda m: '""' + "\n" * m.group(0).count("\n"), text)


def module_of(path, root):
    parts = path.relative_to(root).parts
    if parts[0] == "src":
        return parts[1]
    return OWNER.get(path.stem)


def check_include(path, module, bracket, name, faults, where):
    if bracket == "<":
        if CURSES.match(name) and module != "tui":
            faults.append(f"{where}: curses outside tui")
        if module in ("view", "app", "frame", "lesson", "study", "sheet", "core") and name in ("unistd.h", "fcntl.h", "time.h"):
            faults.append(f"{where}: <{name}> in {module}, which knows no file and no clock")
        return
    if name.startswith("heed/"):
        owner = OWNER.get(pathlib.PurePath(name).stem)
        if owner is None:
            faults.append(f"{where}: {name} belongs to no module (name it in walls.py)")
        elif owner not in MAY[module]:
            faults.append(f"{where}: {module} may not include {owner} ({name})")
    elif not any((folder / name).exists() for folder in (path.parent, path.parent.parent) if own(folder / name, path)):
        if not (path.parents[2] / "tests" / module / "emulation" / name).exists():  # for tests alone
            faults.append(f"{where}: private headers stay in their folder ({name})")


def own(header, path):
    """Whether a header lies in the including file's own module folder (src/<module>)."""
    parts = path.parts
    at = len(parts) - 1 - parts[::-1].index("src") if "src" in parts else None
    return at is not None and header.resolve().parts[: at + 2] == path.resolve().parts[: at + 2]


def check_file(path, root, faults):
    module = module_of(path, root)
    if module not in MAY:
        faults.append(f"{path.relative_to(root)}: belongs to no module")
        return
    text = path.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            check_include(path, module, *match.groups(), faults, f"{path.relative_to(root)}:{number}")
    # The generator of the library is a build tool of its own, not part of its module.
    if path.suffix == ".c" and module not in ALLOWED_OUTSIDE and "gen" not in path.relative_to(root).parts:
        for number, line in enumerate(strip(text).splitlines(), 1):
            match = OUTSIDE.search(line)
            if match and not (module == "base" and path.name == "memory.c"):
                faults.append(f"{path.relative_to(root)}:{number}: {match.group(1) or match.group(2)} in {module}")


def check(root):
    faults = []
    files = sorted([*root.glob("src/**/*.[ch]"), *root.glob("include/**/*.h")])
    for path in files:
        check_file(path, root, faults)
    for entry in root.iterdir():
        if entry.name not in TOP and not entry.name.startswith(".") and not entry.name.startswith("build"):
            faults.append(f"top level holds {entry.name}")
    for path in [root / "CMakeLists.txt", *root.glob("src/**/CMakeLists.txt")]:
        if re.search(r"-ffast-math|-Ofast", path.read_text(encoding="utf-8")):
            faults.append(f"{path.relative_to(root)}: fast-math breaks the same digits everywhere")
    return len(files), faults


def self_test(tmp):
    """A house with one breach of each kind must give exactly those faults."""
    def put(name, text):
        path = tmp / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    put("CMakeLists.txt", "add_compile_options(-ffast-math)\n")
    put("include/heed/core.h", "")
    put("src/view/a.c", '#include "heed/core.h"\n#include <curses.h>\n#include "../app/x.h"\n')
    put("src/app/b.c", "int f(void) { return getenv(0) != 0; } /* fopen( in a comment */\n")
    put("stray.txt", "")
    found = check(tmp)[1]
    wanted = ["may not include core", "curses outside tui", "private headers", "getenv in app", "stray.txt", "fast-math"]
    missing = [w for w in wanted if not any(w in f for f in found)]
    if missing or len(found) != len(wanted):
        sys.exit(f"walls.py does not see: {missing}; it said {found}")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    if "--self-test" in sys.argv:
        import tempfile
        with tempfile.TemporaryDirectory() as tmp:
            self_test(pathlib.Path(tmp))
    count, faults = check(root)
    for fault in faults:
        print(fault)
    print(f"{count} files, {len(faults)} breaches")
    sys.exit(1 if faults or count == 0 else 0)


if __name__ == "__main__":
    main()
