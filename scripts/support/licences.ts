/**
 * What is bundled, with its licence: one file, made by the build from what it really took (the
 * modules of every chunk, the assets they name) and from what is shipped beside the bundles.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { LicenceFile } from '../../src/shared/areas/settings/about.contract.ts';

/** Shipped as they are, or put into the page by a tool: no chunk names a module of theirs. */
const SHIPPED_BESIDE = ['better-sqlite3', 'electron', 'tailwindcss'];
/** Compiled into the native part of the database package. */
const AMALGAMATION = 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c';
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|ofl)\b/i;

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly texts: readonly string[];
}

/** The folder of the package that a module belongs to; null for our own code. */
function packageFolderOf(moduleId: string): string | null {
  const path = moduleId
    .replace(/^\0/, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/');
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)(?:\/|$)/.exec(path);
  return match?.[1] ?? null;
}

function readPackage(folder: string): BundledPackage | null {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return null;
  const { name, version, license } = JSON.parse(readFileSync(path, 'utf8')) as {
    name?: string;
    version?: string;
    license?: string | { type: string };
  };
  if (!name || !version) return null;
  const licence = typeof license === 'object' ? license.type : license;
  return { name, version, licence: licence ?? 'See its text', texts: licenceTexts(folder) };
}

function licenceTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').trim());
}

/** The notices in the source of SQLite and its ciphers, each once. */
function amalgamation(root: string): BundledPackage[] {
  const path = join(root, AMALGAMATION);
  if (!existsSync(path)) return [];
  const source = readFileSync(path, 'utf8');
  const [, version = ''] = /#define SQLITE_VERSION\s+"([^"]+)"/.exec(source) ?? [];
  const notices = source.match(/\/\*[\s\S]*?\*\//g) ?? [];
  // SQLite gives every file of its own away with the same words: once is enough.
  const blessing = notices.find((notice) => notice.includes('disclaims copyright'));
  const texts = [...(blessing ? [blessing] : []), ...notices.filter(isNotice)].map((notice) =>
    notice
      .replace(/^\/\*+|\*+\/$/g, '')
      .replace(/^[ \t]*\*+ ?/gm, '')
      .trim(),
  );
  return [
    {
      name: 'SQLite with SQLite3 Multiple Ciphers',
      version,
      licence: 'Public domain and MIT, with parts under BSD, ISC and CC0',
      texts: [...new Set(texts)],
    },
  ];
}

function isNotice(comment: string): boolean {
  if (!/copyright\s+(?:\(c\)|©|\d{4})/i.test(comment)) return false;
  return /permission|redistribution|licen[cs]e|public domain/i.test(comment);
}

function toFile(packages: readonly BundledPackage[]): LicenceFile {
  const texts: string[] = [];
  const indexOf = (text: string) => {
    const known = texts.indexOf(text);
    return known >= 0 ? known : texts.push(text) - 1;
  };
  const sorted = [...packages].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { packages: sorted.map((one) => ({ ...one, texts: one.texts.map(indexOf) })), texts };
}

/** Tables of others in resources/, each with the notice that stands in it. */
const APACHE_TEXT = 'node_modules/pdfjs-dist/LICENSE';
const DATA_FILES = [
  { name: 'MITRE ATT&CK', path: 'resources/attack/enterprise.json', isApache: false },
  {
    name: 'Mappings of the Center for Threat-Informed Defense',
    path: 'resources/attack/technique-controls.json',
    isApache: true,
  },
] as const;

function dataFiles(root: string): BundledPackage[] {
  return DATA_FILES.map(({ name, path, isApache }) => {
    const { notice, attackVersion = '19' } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
      notice: string;
      attackVersion?: string;
    };
    const licence = isApache ? 'Apache-2.0' : 'ATT&CK terms of use';
    const texts = [notice, ...(isApache ? [readFileSync(join(root, APACHE_TEXT), 'utf8')] : [])];
    return { name, version: `ATT&CK v${attackVersion}`, licence, texts };
  });
}

/** Methods of others that our code follows, whose licence asks for its notice. */
function methods(root: string): BundledPackage[] {
  const text = readFileSync(join(root, 'resources/notices/ja4.txt'), 'utf8').trim();
  const name = 'JA4 (TLS client fingerprinting)';
  return [{ name, version: '1', licence: 'BSD-3-Clause', texts: [text] }];
}

export const LICENCE_PLUGIN = 'watchfloor:licences';

/** Makes the plugin of one build of several: what each took is added to what those before it took. */
export function createLicenceCollector(root: string): () => Plugin {
  const folders = new Set(SHIPPED_BESIDE.map((name) => join(root, 'node_modules', name)));
  function write(): void {
    const packages = [...folders].flatMap((folder) => readPackage(folder) ?? []);
    const target = join(root, 'out', 'licences.json');
    mkdirSync(dirname(target), { recursive: true });
    const all = [...packages, ...amalgamation(root), ...dataFiles(root), ...methods(root)];
    const byName = new Map(all.map((one) => [one.name, one]));
    writeFileSync(target, JSON.stringify(toFile([...byName.values()])));
  }
  return () => ({
    name: LICENCE_PLUGIN,
    writeBundle(_options, bundle) {
      const taken = Object.values(bundle)
        .flatMap((output) =>
          output.type === 'chunk' ? output.moduleIds : (output.originalFileNames ?? []),
        )
        // Assets are named from the root of their build.
        .map((id) => (/^\0|^[/\\]|^\w:/.test(id) ? id : join(root, 'src', 'renderer', id)));
      for (const folder of taken.map(packageFolderOf)) if (folder) folders.add(folder);
      write();
    },
  });
}
