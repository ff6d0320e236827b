/** Names that a text gives away by where they stand: addresses, mail, homes of users, shares, hosts of an inner domain. */
import { isIPv6 } from 'node:net';
import type { PseudonymKind } from './redaction.types.ts';
import type { Found } from './redaction-terms.ts';
import type { TextView } from './redaction-view.ts';

const IPV4 =
  /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\d|\.\d)/g;
const IPV6 =
  /(?<![0-9a-f:.])(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?:%[a-z0-9]{1,15})?(?![0-9a-f:])/g;
/** What stands after the @ of a mail address, and before it. */
const MAIL_DOMAIN = /@(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+[a-z]{2,24}(?![a-z0-9])/y;
const MAIL_LOCAL = /[a-z0-9][a-z0-9_.+'-]{0,63}$/;
const MAX_LOCAL = 64;
const INNER_NAME =
  /(?<![a-z0-9_.-])(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.){1,6}(?:local|lan|corp|internal|intra|intranet|home|localdomain|private|ad)(?![a-z0-9-]|\.[a-z0-9])/g;
const PUBLIC_NAME =
  /(?<![a-z0-9_.@-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,6}(?:com|net|org|edu|gov|mil|int|io|co|uk|de|fr|nl|eu|us|ca|au|at|ch|it|es|pl|se|no|fi|dk|be|cz|ru|cn|jp|kr|in|br|info|biz|xyz|top|site|online|app|dev|cloud|ai|me|tv|cc|ws|club|shop|tech|live|pro)(?![a-z0-9-]|\.[a-z0-9])/g;
const SHARE =
  /(?<![\\/:a-z0-9])\\(?<host>[a-z0-9][a-z0-9._-]{0,62})\\(?<path>[^\\\s"'<>|:*?]{1,200}(?:\\[^\\\s"'<>|:*?]{1,200}){0,20})/dg;
const SPACED_HOME =
  /[\\/](?:users|documents and settings)\\(?<v>[^\\/\s"<>|:*?%]{1,30}(?: [^\\/\s"<>|:*?%]{1,30}){1,3})(?=\\)/dg;
const HOME =
  /[\\/](?:users|home|documents and settings|profiles)[\\/](?<v>[^\\/\s"'<>|:*?$%,;)]{2,64})/dg;
const WINDOWS_ACCOUNT =
  /(?<![\\/:a-z0-9._-])(?<domain>[a-z][a-z0-9._-]{1,30})\\(?<v>[a-z0-9][a-z0-9._$-]{1,40})(?![\\a-z0-9])/dg;
const NAMED_USER =
  /(?<![a-z0-9])(?:(?:src|dst|source|destination|target|subject|account|sam|remote|login|effective)?[ _.-]?(?:user|username|user_name|user name|accountname|account name|userid|logonname|login name|samaccountname|ruser|logname))\\?["']? ?(?:[:=]|=>) ?\\?["']?(?<v>[a-z0-9][a-z0-9._$-]{1,63})/dg;
const SPOKEN_USER =
  /(?:(?:failed|accepted) [a-z/-]{1,40} for (?:(?:invalid|illegal) user )?|(?:invalid|illegal|unknown) user |session (?:opened|closed) for user |(?<![a-z])su(?:do)?(?:\[\d{1,7}\])?: +)["']?(?<v>[a-z0-9][a-z0-9._$-]{1,63})/dg;
const NAMED_HOST =
  /(?<![a-z0-9])(?:(?:src|dst|source|destination|target|remote|client|server|workstation|computer|device|machine|agent)?[ _.-]?(?:host|hostname|host_name|host name|computername|computer name|workstationname|workstation name|devicename|machinename))\\?["']? ?(?:[:=]|=>) ?\\?["']?(?<v>[a-z0-9][a-z0-9_-]{1,62})(?![a-z0-9.])/dg;

/** Accounts every system has: they name nobody. */
const BUILT_IN = new Set(
  (
    'root admin administrator administrators system guest nobody daemon www-data sshd bin sys sync mail ntp ' +
    'local network service anonymous default public all all_users defaultaccount wdagutilityaccount krbtgt ' +
    'localsystem localservice networkservice postgres mysql nginx apache git user users host hostname unknown ' +
    'null none true false localhost uid id name test nt authority shared appdata www ftp is was and the not'
  ).split(' '),
);
/** Domains in front of a backslash that are no domain of a company, or begin a path. */
const NO_DOMAIN = new Set([
  'nt',
  'authority',
  'builtin',
  'hklm',
  'hkcu',
  'hkey_local_machine',
  'hkey_current_user',
  'hku',
  'hkcr',
  'users',
  'windows',
  'system32',
  'syswow64',
  'software',
  'microsoft',
  'currentversion',
  'program',
  'programdata',
  'appdata',
  'temp',
  'device',
  'registry',
  'machine',
  'home',
]);

/** What follows is part of a path with spaces in it. */
const IN_PATH = /\\[^"'\n|<>;,.\\]*$/;
const SYSTEM_SHARE = /^(?:[a-z]\$|admin\$|ipc\$|print\$|sysvol|netlogon)$/;

function isInnerV4(address: string): boolean {
  const [a = 0, b = 0] = address.split('.').map(Number);
  return (
    a === 10 ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b <= 127)
  );
}

/** RFC 1918, 3927, 6598, 4193 and 4291: addresses of this network, not of the internet. */
function isInner(address: string): boolean {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address)?.[1];
  if (mapped !== undefined) return isInnerV4(mapped);
  return address.includes(':') ? /^(?:f[cd]|fe[89ab])/.test(address) : isInnerV4(address);
}

/** Loopback and the unspecified address name no machine. */
const NO_HOST = /^(?:127\.|0\.0\.0\.0$|255\.255\.255\.255$|::1?$)/;

function addresses(folded: string, hidesExternal: boolean): Found[] {
  const found: Found[] = [];
  const add = (text: string, start: number) => {
    const bare = text.replace(/%.*$/, '');
    if (!NO_HOST.test(bare) && (hidesExternal || isInner(bare)))
      found.push({ kind: 'IP', start, end: start + text.length });
  };
  for (const hit of folded.matchAll(IPV4)) add(hit[0], hit.index);
  if (folded.includes(':'))
    for (const hit of folded.matchAll(IPV6))
      if (isIPv6(hit[0].replace(/%.*$/, ''))) add(hit[0], hit.index);
  return found;
}

function groupSpan(hit: RegExpExecArray, name: string): [number, number] | null {
  return hit.indices?.groups?.[name] ?? null;
}

function named(folded: string, pattern: RegExp, kind: PseudonymKind, group = 'v'): Found[] {
  const found: Found[] = [];
  for (const hit of folded.matchAll(pattern)) {
    const span = groupSpan(hit as RegExpExecArray, group);
    if (span === null) continue;
    const value = folded.slice(...span).replace(/[.$-]+$/, '');
    if (value.length < 2 || BUILT_IN.has(value) || /^\d+$/.test(value)) continue;
    found.push({ kind, start: span[0], end: span[0] + value.length });
  }
  return found;
}

/** The local part is a person's; the domain of another may be an indicator, and is kept unless all is hidden. */
function mails(folded: string, hidesExternal: boolean): Found[] {
  const found: Found[] = [];
  let free = 0;
  for (let at = folded.indexOf('@'); at >= 0; at = folded.indexOf('@', at + 1)) {
    MAIL_DOMAIN.lastIndex = at;
    const domain = MAIL_DOMAIN.exec(folded);
    const local = MAIL_LOCAL.exec(folded.slice(Math.max(free, at - MAX_LOCAL), at));
    if (!domain || !local) continue;
    free = at + domain[0].length;
    found.push({ kind: 'MAIL', start: at - local[0].length, end: hidesExternal ? free : at });
  }
  return found;
}

/** How many backslashes stand in the text where the view has one. */
type Backslashes = (unit: number) => number;

function shares(folded: string, backslashes: Backslashes, isJson: boolean): Found[] {
  return Array.from(folded.matchAll(SHARE)).flatMap((hit) => {
    const host = groupSpan(hit as RegExpExecArray, 'host');
    const path = groupSpan(hit as RegExpExecArray, 'path');
    if (host === null || path === null || NO_DOMAIN.has(folded.slice(...host))) return [];
    if (backslashes(hit.index) < (isJson ? 3 : 2)) return [];
    const parts: Found[] = [{ kind: 'HOST', start: host[0], end: host[1] }];
    let start = path[0];
    for (const part of folded.slice(...path).split('\\')) {
      if (part !== '' && !SYSTEM_SHARE.test(part))
        parts.push({ kind: 'PATH', start, end: start + part.length });
      start += part.length + 1;
    }
    return parts;
  });
}

function windowsAccounts(folded: string, backslashes: Backslashes, isJson: boolean): Found[] {
  return Array.from(folded.matchAll(WINDOWS_ACCOUNT)).flatMap((hit) => {
    const domain = groupSpan(hit as RegExpExecArray, 'domain');
    const user = groupSpan(hit as RegExpExecArray, 'v');
    if (domain === null || user === null || NO_DOMAIN.has(folded.slice(...domain))) return [];
    if (isJson && backslashes(domain[1]) === 1) return [];
    if (IN_PATH.test(folded.slice(Math.max(0, domain[0] - 80), domain[0]))) return [];
    const found: Found[] = [{ kind: 'DOMAIN', start: domain[0], end: domain[1] }];
    if (!BUILT_IN.has(folded.slice(...user)))
      found.push({ kind: 'USER', start: user[0], end: user[1] });
    return found;
  });
}

/** Hosts of inner domains: the first label is the host, what follows its domain. */
function innerNames(folded: string): Found[] {
  return Array.from(folded.matchAll(INNER_NAME)).flatMap(({ 0: name, index }) => {
    const [host = '', ...domain] = name.split('.');
    const found: Found[] = [{ kind: 'HOST', start: index, end: index + host.length }];
    if (domain.length > 1)
      found.push({ kind: 'DOMAIN', start: index + host.length + 1, end: index + name.length });
    return found;
  });
}

/** In JSON, a letter after one backslash belongs to the backslash. */
function withoutEscapes(
  folded: string,
  found: readonly Found[],
  backslashes: Backslashes,
): Found[] {
  return found.flatMap((one) => {
    const isEscaped =
      one.start > 0 &&
      folded.charCodeAt(one.start - 1) === 92 &&
      backslashes(one.start - 1) === 1 &&
      'nrtbf'.includes(folded.charAt(one.start));
    const start = isEscaped ? one.start + 1 : one.start;
    return one.end - start >= 2 ? [{ ...one, start }] : [];
  });
}

/** Names found by their place, in no order; they may overlap. */
export function findByPlace({ folded, start, end }: TextView, hidesExternal: boolean): Found[] {
  const isJson = /"\s{0,4}:|\\"/.test(folded);
  const backslashes = (unit: number) => end(unit) - start(unit);
  const found = [...addresses(folded, hidesExternal)];
  if (folded.includes('@')) found.push(...mails(folded, hidesExternal));
  if (folded.includes('\\')) {
    found.push(...shares(folded, backslashes, isJson));
    found.push(...windowsAccounts(folded, backslashes, isJson));
  }
  found.push(...innerNames(folded));
  if (hidesExternal)
    for (const hit of folded.matchAll(PUBLIC_NAME))
      found.push({ kind: 'DOMAIN', start: hit.index, end: hit.index + hit[0].length });
  found.push(
    ...named(folded, SPACED_HOME, 'USER'),
    ...named(folded, HOME, 'USER'),
    ...named(folded, NAMED_USER, 'USER'),
    ...named(folded, SPOKEN_USER, 'USER'),
    ...named(folded, NAMED_HOST, 'HOST'),
  );
  return isJson ? withoutEscapes(folded, found, backslashes) : found;
}

/** Whether a known name is of the outside, and stays as it is unless all is hidden. */
export function isExternal(kind: PseudonymKind, value: string): boolean {
  const folded = value.toLowerCase();
  if (kind === 'IP') return !isInner(folded) || NO_HOST.test(folded);
  return kind === 'HOST' && new RegExp(`^(?:${PUBLIC_NAME.source})$`).test(folded);
}
