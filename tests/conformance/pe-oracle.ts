/** python3-pefile of Debian as a peer, and the portable executables that are on this machine. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PYTHON = '/usr/bin/python3';

/** Where Debian and Python keep executables of Windows and EFI; `WATCHFLOOR_PE_DIR` names another place. */
const PLACES = [
  process.env.WATCHFLOOR_PE_DIR ?? '',
  '/usr/lib/systemd/boot/efi',
  '/usr/lib/shim',
  '/usr/lib/mono',
  '/usr/lib/gcc/x86_64-w64-mingw32',
  '/usr/share/nsis',
  '/usr/share/python-wheels',
  '/usr/lib/python3',
  '/root/.pyenv/versions',
];
const ENDINGS = /\.(?:exe|dll|sys|efi|efi\.signed|stub|bin)$/i;
const MOST_BYTES = 8_388_608;

const SCRIPT = `
import sys, json, pefile
def text(value): return value.decode('latin-1') if isinstance(value, bytes) else value
def facts(path):
    pe = pefile.PE(path)
    pe.parse_data_directories()
    out = {'machine': pe.FILE_HEADER.Machine, 'time': pe.FILE_HEADER.TimeDateStamp,
      'entry': pe.OPTIONAL_HEADER.AddressOfEntryPoint, 'base': hex(pe.OPTIONAL_HEADER.ImageBase),
      'size': pe.OPTIONAL_HEADER.SizeOfImage, 'stored': pe.OPTIONAL_HEADER.CheckSum, 'computed': pe.generate_checksum(),
      'imphash': pe.get_imphash(), 'rich': pe.get_rich_header_hash(), 'overlay': pe.get_overlay_data_start_offset()}
    out['sections'] = [[text(s.Name.rstrip(b'\\0')), s.VirtualAddress, s.Misc_VirtualSize, s.PointerToRawData, s.SizeOfRawData, round(s.get_entropy(), 3) if s.SizeOfRawData else None] for s in pe.sections]
    libraries = lambda name: [[text(e.dll), [[text(i.name), i.ordinal] for i in e.imports]] for e in getattr(pe, name, [])]
    out['imports'] = libraries('DIRECTORY_ENTRY_IMPORT')
    out['delayed'] = libraries('DIRECTORY_ENTRY_DELAY_IMPORT')
    exports = getattr(pe, 'DIRECTORY_ENTRY_EXPORT', None)
    out['exports'] = [[s.ordinal, text(s.name), text(s.forwarder), s.address] for s in exports.symbols if s.address] if exports else None
    out['debug'] = [[e.struct.Type, text(e.entry.PdbFileName.split(b'\\0')[0]) if e.entry and hasattr(e.entry, 'PdbFileName') else None, getattr(e.entry, 'Age', None) if e.entry else None] for e in getattr(pe, 'DIRECTORY_ENTRY_DEBUG', [])]
    out['resources'] = []
    for kind in getattr(getattr(pe, 'DIRECTORY_ENTRY_RESOURCE', None), 'entries', []):
        for name in getattr(getattr(kind, 'directory', None), 'entries', []):
            for lang in getattr(getattr(name, 'directory', None), 'entries', []):
                out['resources'].append([str(name.name) if name.name else str(name.id), lang.id or 0, lang.data.struct.Size])
    out['version'] = {}
    for info in getattr(pe, 'FileInfo', [])[:1]:
        for entry in info:
            for table in getattr(entry, 'StringTable', []):
                for key, value in table.entries.items(): out['version'][text(key)] = text(value)
    tls = getattr(pe, 'DIRECTORY_ENTRY_TLS', None)
    out['tls'] = tls.struct.AddressOfCallBacks if tls else None
    return out
for line in sys.stdin:
    path = line.rstrip('\\n')
    try: print(json.dumps(facts(path)))
    except Exception as error: print(json.dumps({'error': str(error)}))
`;

export interface PefileFacts {
  readonly error?: string;
  readonly machine: number;
  readonly time: number;
  readonly entry: number;
  readonly base: string;
  readonly size: number;
  readonly stored: number;
  readonly computed: number;
  readonly imphash: string;
  readonly rich: string | null;
  readonly overlay: number | null;
  readonly sections: readonly [string, number, number, number, number, number | null][];
  readonly imports: readonly [string, [string | null, number | null][]][];
  readonly delayed: readonly [string, [string | null, number | null][]][];
  readonly exports: readonly [number, string | null, string | null, number][] | null;
  readonly debug: readonly [number, string | null, number | null][];
  readonly resources: readonly [string, number, number][];
  readonly version: Readonly<Record<string, string>>;
  readonly tls: number | null;
}

export function hasPefile(): boolean {
  return spawnSync(PYTHON, ['-c', 'import pefile']).status === 0;
}

export function pefileFacts(paths: readonly string[]): PefileFacts[] {
  const { stdout } = spawnSync(PYTHON, ['-c', SCRIPT], {
    input: paths.join('\n'),
    maxBuffer: 1_073_741_824,
  });
  const lines = stdout.toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as PefileFacts);
}

function* filesUnder(folder: string, depth: number): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) yield* filesUnder(path, depth - 1);
    else if (entry.isFile() && ENDINGS.test(entry.name)) yield path;
  }
}

/** Each content once; by path. */
export function executablesHere(): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  for (const place of PLACES) {
    if (place === '' || !existsSync(place)) continue;
    for (const path of filesUnder(place, 9)) {
      if (statSync(path).size > MOST_BYTES) continue;
      const bytes = readFileSync(path);
      const hash = createHash('sha1').update(bytes).digest('hex');
      if (bytes.readUInt16LE(0) !== 0x5a4d || seen.has(hash)) continue;
      seen.add(hash);
      found.push(path);
    }
  }
  return found;
}
