"""Verifies an audit package of Watchfloor: a ZIP file, or a folder into which it was extracted.

    python3 verify.py PACKAGE [--fingerprint HEX]

Needs Python 3.8 or newer and nothing else. It writes nothing, extracts nothing and follows no link.
Exit code 0: nothing is wrong. 1: every PROBLEM line names what is. 2: it could not run.
verify.mjs does the same in Node. Ed25519 is verified as in RFC 8032, section 5.1.7.
"""
import base64
import hashlib
import json
import os
import re
import stat
import sys
import zipfile
import zlib

CONTROL = ("manifest.json", "checkpoint.json", "signature.json")
CUSTODY = "custody.ndjson"
MAX_JSON = 512 * 1024 * 1024
MAX_LINE = 16 * 1024 * 1024
MAX_ENTRIES = 2_000_000
CHUNK = 1024 * 1024
SHA256 = re.compile(r"^[0-9a-f]{64}\Z")


class Unreadable(Exception):
    """What cannot be read, in words."""


def quoted(value):
    """Text of others on a terminal: quoted, and only what is printed as it is."""
    text = value if isinstance(value, str) else json.dumps(value)
    return json.dumps(text, ensure_ascii=True).replace("\x7f", "\\u007f")


def grouped(text):
    return " ".join(text[at:at + 4] for at in range(0, len(text), 4))


class Report:
    def __init__(self):
        self.problems = 0

    def problem(self, text):
        self.problems += 1
        print("PROBLEM  " + text)

    def note(self, text):
        print("NOTE     " + text)


def unsafe_path(path):
    """Why a path may not be in a package; None where it may."""
    if not isinstance(path, str) or path == "":
        return "it has no name"
    if re.search(r"[\x00-\x1f\x7f-\x9f]", path):
        return "it holds control characters"
    if "\\" in path:
        return "it holds a backslash"
    if path.startswith("/") or re.match(r"[A-Za-z]:", path):
        return "it is absolute"
    if any(part in ("..", ".", "") for part in path.split("/")):
        return "it leads out of its folder"
    return None


# ------------------------------------------------------------------------------------- Ed25519

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(one, other):
    """Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def x_of(y, sign):
    """None where there is no such point."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    return P - x if x & 1 != sign else x


def decode(raw):
    number = int.from_bytes(raw, "little")
    y = number & ((1 << 255) - 1)
    x = x_of(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def encode(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | ((x & 1) << 255)).to_bytes(32, "little")


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = x_of(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def is_signed(public_key, message, signature):
    if len(public_key) != 32 or len(signature) != 64:
        return False
    point = decode(public_key)
    s = int.from_bytes(signature[32:], "little")
    if point is None or s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, "little") % ORDER
    minus = (P - point[0], point[1], 1, P - point[3])
    return encode(add(times(s, BASE), times(k, minus))) == signature[:32]


# -------------------------------------------------------------------------------------- sources

class ZipSource:
    def __init__(self, path, report):
        self.entries = {}
        self.path = path
        try:
            self.check_end(path)
            self.archive = zipfile.ZipFile(path)
        except zipfile.BadZipFile:
            raise Unreadable("it is no ZIP archive, or its end is cut off")
        entries = self.archive.infolist()
        if len(entries) > MAX_ENTRIES:
            raise Unreadable("its directory is too large")
        folded = set()
        for entry in entries:
            # orig_filename: zipfile cuts names at a null byte.
            name = entry.orig_filename
            why = unsafe_path(name)
            if why:
                report.problem("Unsafe path in the archive: %s, %s" % (quoted(name), why))
            elif name in self.entries:
                report.problem("The archive holds %s twice" % quoted(name))
            elif name.lower() in folded:
                report.problem("Two names differ in case only: %s" % quoted(name))
            elif stat.S_ISLNK(entry.external_attr >> 16):
                report.problem("The archive holds a link: %s" % quoted(name))
            elif entry.flag_bits & 1:
                report.problem("Encrypted file in the archive: %s" % quoted(name))
            elif entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                report.problem("Unknown compression of %s" % quoted(name))
            else:
                self.entries[name] = entry
                folded.add(name.lower())
        self.names = list(self.entries)

    @staticmethod
    def check_end(path):
        """The end of the archive is the end of the file."""
        size = os.path.getsize(path)
        with open(path, "rb") as file:
            file.seek(max(0, size - 65557))
            tail = file.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or at + 22 > len(tail):
            raise zipfile.BadZipFile()
        if at + 22 + int.from_bytes(tail[at + 20:at + 22], "little") != len(tail):
            raise Unreadable("there are bytes after the end of the archive")

    def read(self, name):
        try:
            with self.archive.open(self.entries[name]) as stream:
                while True:
                    chunk = stream.read(CHUNK)
                    if not chunk:
                        return
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise Unreadable(str(error))


class FolderSource:
    def __init__(self, root, report):
        self.root = root
        self.names = []
        self.walk(root, "", report)

    def walk(self, folder, prefix, report):
        for name in sorted(os.listdir(folder)):
            path = prefix + name
            mode = os.lstat(os.path.join(folder, name)).st_mode
            if stat.S_ISDIR(mode):
                self.walk(os.path.join(folder, name), path + "/", report)
            elif not stat.S_ISREG(mode):
                report.problem("Neither file nor folder: %s" % quoted(path))
            elif unsafe_path(path):
                report.problem("Unsafe path: %s, %s" % (quoted(path), unsafe_path(path)))
            else:
                self.names.append(path)

    def read(self, name):
        with open(os.path.join(self.root, *name.split("/")), "rb") as file:
            while True:
                chunk = file.read(CHUNK)
                if not chunk:
                    return
                yield chunk


# --------------------------------------------------------------------------------------- checks

def hash_of(source, name, limit):
    """Reads on until the content is longer than it may be: nothing inflates without bound."""
    digest = hashlib.sha256()
    size = 0
    for chunk in source.read(name):
        size += len(chunk)
        if size > limit:
            raise Unreadable("it is longer than %d bytes" % limit)
        digest.update(chunk)
    return size, digest.hexdigest()


def read_whole(source, name):
    chunks = []
    size = 0
    for chunk in source.read(name):
        size += len(chunk)
        if size > MAX_JSON:
            raise Unreadable("it is too large")
        chunks.append(chunk)
    return b"".join(chunks)


def read_control(source, report):
    found = {}
    for name in CONTROL:
        if name not in source.names:
            report.problem("%s is missing" % name)
            continue
        try:
            raw = read_whole(source, name)
            value = json.loads(raw.decode("utf-8"))
            if not isinstance(value, dict):
                raise Unreadable("it is no object")
            found[name] = (raw, value)
        except (Unreadable, ValueError, RecursionError) as error:
            report.problem("%s cannot be read: %s" % (name, quoted(str(error))))
    return found


def base64_of(text):
    try:
        return base64.b64decode(str(text), validate=True)
    except ValueError:
        return b""


def check_signature(control, expected, report):
    if "signature.json" not in control or "checkpoint.json" not in control:
        return None
    signature = control["signature.json"][1]
    raw = base64_of(signature.get("publicKey"))
    if signature.get("algorithm") != "Ed25519" or len(raw) != 32:
        report.problem("signature.json names no Ed25519 key")
        return None
    fingerprint = hashlib.sha256(raw).hexdigest()
    if signature.get("fingerprint") != fingerprint:
        report.problem("signature.json states another fingerprint than that of its key")
    if expected is not None and expected != fingerprint:
        report.problem(
            "The package was signed by another key: its fingerprint is %s, expected was %s"
            % (grouped(fingerprint), grouped(expected)))
    if not is_signed(raw, control["checkpoint.json"][0], base64_of(signature.get("signature"))):
        report.problem("The signature does not fit checkpoint.json: it was changed")
    return fingerprint


def list_of(value):
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def custody_of(item):
    custody = item.get("custody")
    custody = custody if isinstance(custody, dict) else {}
    return custody.get("entries"), custody.get("head")


def check_checkpoint(control, report):
    if "manifest.json" not in control or "checkpoint.json" not in control:
        return
    raw, manifest = control["manifest.json"]
    checkpoint = control["checkpoint.json"][1]
    if (checkpoint.get("format"), checkpoint.get("formatVersion")) != ("watchfloor-checkpoint", 1):
        report.problem("checkpoint.json is of an unknown format")
    if checkpoint.get("manifestSha256") != hashlib.sha256(raw).hexdigest():
        report.problem("manifest.json was changed: checkpoint.json holds another SHA-256 of it")
    if checkpoint.get("packageId") != manifest.get("packageId"):
        report.problem("checkpoint.json belongs to another package")
    heads = hashlib.sha256()
    for item in list_of(manifest.get("evidence")):
        entries, head = custody_of(item)
        line = "%s %s %s\n" % (item.get("id"), entries, "-" if head is None else head)
        heads.update(line.encode("utf-8", "surrogatepass"))
    if checkpoint.get("custodyHeadsSha256") != heads.hexdigest():
        report.problem("The ends of the chains of custody are not those of checkpoint.json")


def check_files(source, manifest, report):
    """Every file that the manifest names, and those that it does not."""
    present = set(source.names)
    stated = {}
    missing = []
    for file in list_of(manifest.get("files")):
        path, size, digest = file.get("path"), file.get("size"), file.get("sha256")
        why = unsafe_path(path)
        if why:
            report.problem("Unsafe path in the manifest: %s, %s" % (quoted(path), why))
        elif path in stated:
            report.problem("The manifest names %s twice" % quoted(path))
        elif not isinstance(digest, str) or not SHA256.match(digest) or type(size) is not int or size < 0:
            report.problem("The manifest states no size or SHA-256 of %s" % quoted(path))
        else:
            stated[path] = file
    for path, file in stated.items():
        if path not in present:
            missing.append(file)
            continue
        try:
            size, digest = hash_of(source, path, file["size"])
            if size != file["size"] or digest != file["sha256"]:
                report.problem(
                    "Changed file: %s (SHA-256 %s, the manifest says %s)"
                    % (quoted(path), digest, file["sha256"]))
        except (Unreadable, OSError) as error:
            report.problem("Changed file: %s (%s)" % (quoted(path), quoted(str(error))))
    extra = [name for name in source.names if name not in stated and name not in CONTROL]
    name_missing_and_extra(source, missing, extra, report)
    return stated


def name_missing_and_extra(source, missing, extra, report):
    gone = list(missing)
    largest = max([file["size"] for file in missing] + [0])
    for name in extra:
        try:
            digest = hash_of(source, name, largest)[1]
        except (Unreadable, OSError):
            digest = None
        twin = next((file for file in gone if file["sha256"] == digest), None)
        if twin is None:
            report.problem("Extra file: %s is not in the manifest" % quoted(name))
        else:
            gone.remove(twin)
            report.problem("Renamed file: %s is here as %s" % (quoted(twin["path"]), quoted(name)))
    for file in gone:
        report.problem("Missing file: %s" % quoted(file["path"]))


def check_evidence(manifest, stated, report):
    named = set()
    for item in list_of(manifest.get("evidence")):
        path = item.get("path")
        if path is None:
            report.note("Evidence %s has no file here: %s" % (quoted(item.get("id")), quoted(item.get("absent"))))
            continue
        named.add(str(path))
        if str(path) not in stated or stated[str(path)]["sha256"] != item.get("sha256"):
            report.problem("Evidence %s: its file is not the one of the manifest" % quoted(item.get("id")))
    for path, file in stated.items():
        if file.get("role") == "evidence" and path not in named:
            report.problem("%s belongs to no evidence of the manifest" % quoted(path))


def lines_of(source, name):
    rest = b""
    for chunk in source.read(name):
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        if len(rest) > MAX_LINE:
            raise Unreadable("a line is too long")
        yield from lines
    if rest:
        yield rest


def hashable(value):
    """What a set can hold; a list or an object is no code."""
    return value if value is None or isinstance(value, str) else repr(value)


def check_custody(source, manifest, report):
    """Order, gaps and links. The codes themselves need the secret key of the installation."""
    evidence = {str(item.get("id")): item for item in list_of(manifest.get("evidence"))}
    ends = {}
    entries = 0
    if CUSTODY not in source.names:
        return
    try:
        for line in lines_of(source, CUSTODY):
            entry = json.loads(line.decode("utf-8"))
            if not isinstance(entry, dict):
                raise Unreadable("a line is no entry")
            which = str(entry.get("evidenceId"))
            position = entry.get("position")
            last, macs, before, _, _, count = ends.get(which, (0, {None}, set(), None, None, 0))
            what = "Custody of %s: entry %s" % (quoted(which), quoted(position))
            entries += 1
            if which not in evidence:
                report.problem("%s belongs to no evidence of the manifest" % what)
            mac, previous = hashable(entry.get("mac")), hashable(entry.get("previous"))
            is_number = type(position) is int and isinstance(last, int)
            # Two workstations of one workspace may have added the next entry at once.
            is_beside = is_number and position == last and position > 0 and mac not in macs
            if not is_beside and not (is_number and position == last + 1):
                report.problem("%s comes after %s: entries are missing or reordered" % (what, last))
            if not is_beside:
                macs, before = set(), macs
            if previous not in before:
                report.problem("%s does not link to the entry before it" % what)
            macs.add(mac)
            ends[which] = (position, macs, before, mac, entry.get("sha256"), count + 1)
    except (Unreadable, ValueError, RecursionError) as error:
        report.problem("%s cannot be read: %s" % (CUSTODY, quoted(str(error))))
        return
    for which, item in evidence.items():
        _, _, _, mac, digest, count = ends.get(which, (0, set(), set(), None, None, 0))
        if custody_of(item) != (count, mac):
            report.problem("Custody of %s does not end where the manifest says" % quoted(which))
        if digest and item.get("sha256") and digest != item.get("sha256"):
            report.problem("Custody of %s ends with another SHA-256 than its file has" % quoted(which))
    report.note(
        "%d entries of custody: order and links were checked; their keyed codes need the"
        " installation's secret key and were not." % entries)


def verify_package(source, expected, report):
    control = read_control(source, report)
    fingerprint = check_signature(control, expected, report)
    check_checkpoint(control, report)
    if "manifest.json" in control:
        manifest = control["manifest.json"][1]
        if (manifest.get("format"), manifest.get("formatVersion")) != ("watchfloor-audit-package", 1):
            report.problem("manifest.json is of an unknown format")
        stated = check_files(source, manifest, report)
        check_evidence(manifest, stated, report)
        check_custody(source, manifest, report)
        pieces = len(list_of(manifest.get("evidence")))
        report.note("%d files and %d pieces of evidence." % (len(stated), pieces))
    if fingerprint and expected is None:
        report.note(
            "Signed by the key with the fingerprint %s. Compare it with the one that the audited"
            " organisation tells you by another way: --fingerprint does so." % grouped(fingerprint))


def read_arguments(args):
    path, expected = None, None
    while args:
        arg = args.pop(0)
        if arg == "--fingerprint":
            expected = re.sub("[^0-9A-Fa-f]", "", args.pop(0) if args else "").lower()
            if not SHA256.match(expected):
                return None
        elif arg.startswith("--") or path is not None:
            return None
        else:
            path = arg
    return None if path is None else (path, expected)


def main():
    options = read_arguments(sys.argv[1:])
    if options is None:
        print("Usage: python3 verify.py PACKAGE.zip|FOLDER [--fingerprint HEX]", file=sys.stderr)
        return 2
    path, expected = options
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        mode = 0
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        print("%s is neither a file nor a folder" % quoted(path), file=sys.stderr)
        return 2
    report = Report()
    try:
        source = FolderSource(path, report) if stat.S_ISDIR(mode) else ZipSource(path, report)
        verify_package(source, expected, report)
    except (Unreadable, OSError, ValueError) as error:
        report.problem("The package cannot be read: %s" % quoted(str(error)))
    if report.problems > 0:
        n = report.problems
        print("\nNOT VERIFIED: %d problem%s." % (n, "" if n == 1 else "s"))
        return 1
    print("\nVERIFIED: nothing is missing, added or changed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
