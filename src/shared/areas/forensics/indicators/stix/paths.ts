/** Which object of STIX an indicator is compared with, and back. */
import type { Comparison } from './pattern.ts';
import { quoted } from './pattern.ts';

const OWN = 'x-watchfloor-indicator';

/** What a path compares; the value then says more exactly what it is (an address, a network). */
const TYPES: Readonly<Record<string, string>> = {
  'ipv4-addr:value': 'ip',
  'ipv6-addr:value': 'ip',
  'network-traffic:src_ref.value': 'ip',
  'network-traffic:dst_ref.value': 'ip',
  'domain-name:value': 'domain',
  'url:value': 'url',
  'email-addr:value': 'email',
  'email-message:from_ref.value': 'email',
  'email-message:sender_ref.value': 'email',
  'file:hashes.MD5': 'md5',
  'file:hashes.SHA-1': 'sha1',
  'file:hashes.SHA-256': 'sha256',
  'file:hashes.SHA-512': 'sha512',
  'file:hashes.SSDEEP': 'ssdeep',
  'file:hashes.ssdeep': 'ssdeep',
  'artifact:hashes.MD5': 'md5',
  'artifact:hashes.SHA-1': 'sha1',
  'artifact:hashes.SHA-256': 'sha256',
  'file:hashes.SHA1': 'sha1',
  'file:hashes.SHA256': 'sha256',
  'file:hashes.SHA512': 'sha512',
  'file:name': 'file',
  'directory:path': 'file',
  'windows-registry-key:key': 'registry',
  'mutex:name': 'mutex',
  'autonomous-system:number': 'asn',
  'network-traffic:extensions.http-request-ext.request_header.User-Agent': 'user-agent',
};

const FOLDER = 'file:parent_directory_ref.path';

export interface PatternIndicator {
  readonly type: string;
  readonly value: string;
}

/** `unknown`: paths that no type of ours is. */
export function indicatorsOfComparisons(comparisons: readonly Comparison[]): {
  readonly indicators: readonly PatternIndicator[];
  readonly unknown: readonly string[];
} {
  const indicators: PatternIndicator[] = [];
  const unknown: string[] = [];
  const folders = new Map(
    comparisons.filter(({ path }) => path === FOLDER).map(({ group, value }) => [group, value]),
  );
  for (const { path, value, group } of comparisons) {
    if (path === FOLDER) continue;
    const type = path.startsWith(`${OWN}:`) ? path.slice(OWN.length + 1) : TYPES[path];
    if (type === undefined) unknown.push(path);
    else if (path === 'file:name')
      indicators.push({ type, value: inFolder(folders.get(group), value) });
    else indicators.push({ type, value: type === 'asn' ? `AS${value}` : value });
  }
  return { indicators, unknown };
}

function inFolder(folder: string | undefined, name: string): string {
  if (folder === undefined) return name;
  const slash = folder.includes('\\') ? '\\' : '/';
  return folder.endsWith(slash) ? folder + name : `${folder}${slash}${name}`;
}

const HASHES: Readonly<Record<string, string>> = {
  md5: 'MD5',
  sha1: "'SHA-1'",
  sha256: "'SHA-256'",
  sha512: "'SHA-512'",
  ssdeep: 'SSDEEP',
};
const HIVES: Readonly<Record<string, string>> = {
  HKLM: 'HKEY_LOCAL_MACHINE',
  HKCU: 'HKEY_CURRENT_USER',
  HKCR: 'HKEY_CLASSES_ROOT',
  HKU: 'HKEY_USERS',
  HKCC: 'HKEY_CURRENT_CONFIG',
};

export function patternOf({ type, value }: PatternIndicator): string {
  const hash = HASHES[type];
  if (hash !== undefined) return `[file:hashes.${hash} = ${quoted(value)}]`;
  switch (type) {
    case 'ip':
    case 'cidr':
      return `[ipv${value.includes(':') ? 6 : 4}-addr:value = ${quoted(value)}]`;
    case 'domain':
      return `[domain-name:value = ${quoted(value)}]`;
    case 'url':
      return `[url:value = ${quoted(value)}]`;
    case 'email':
      return `[email-addr:value = ${quoted(value)}]`;
    case 'file':
      return filePattern(value);
    case 'registry':
      return `[windows-registry-key:key = ${quoted(value.replace(/^[^\\]+/, (hive) => HIVES[hive] ?? hive))}]`;
    case 'mutex':
      return `[mutex:name = ${quoted(value)}]`;
    case 'asn':
      return `[autonomous-system:number = ${value.replace(/\D/g, '') || '0'}]`;
    case 'user-agent':
      return `[network-traffic:extensions.'http-request-ext'.request_header.'User-Agent' = ${quoted(value)}]`;
    default:
      return `[${OWN}:${/^[a-z][a-z\d-]{0,39}$/.test(type) ? type : 'other'} = ${quoted(value)}]`;
  }
}

function filePattern(path: string): string {
  const cut = Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/'));
  const name = path.slice(cut + 1);
  if (cut <= 0 || name === '') return `[file:name = ${quoted(path)}]`;
  return `[file:name = ${quoted(name)} AND ${FOLDER} = ${quoted(path.slice(0, cut))}]`;
}
