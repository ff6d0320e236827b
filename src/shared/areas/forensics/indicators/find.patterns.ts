/**
 * How indicators look. What stands first is taken first, and what is part of it is not found again. Each
 * pattern is linear: no two neighbouring repetitions share a character, every repetition has a bound.
 */
import { normalIp } from './addresses.ts';
import {
  isFileName,
  normalAsn,
  normalCidr,
  normalDomain,
  normalEther,
  normalHash,
  normalRegistry,
  normalUrl,
  normalWallet,
  normalWindowsPath,
} from './find.normal.ts';
import type { FindPorts } from './find.ts';
import type { AnyIndicatorType } from './life.ts';

export interface Named {
  readonly type: AnyIndicatorType;
  readonly value: string;
}

/** In the refanged text. */
export interface Found extends Named {
  readonly start: number;
  readonly length: number;
}

export interface Around {
  readonly ports: FindPorts;
  /** It was written harmless, which nobody does with a file's name. */
  readonly isDefanged: boolean;
  readonly before: string;
}

interface Finder {
  /** Must be in the text at all; cheaper than the pattern. */
  readonly hint?: RegExp;
  /** The group `v` is the value, where there is one. */
  readonly pattern: RegExp;
  readonly trim?: (text: string) => string;
  readonly normal: (text: string, around: Around) => Named | null;
}

const as =
  (
    type: AnyIndicatorType,
    normal: (text: string, around: Around) => string | null = (text) => text,
  ) =>
  (text: string, around: Around): Named | null => {
    const value = normal(text, around);
    return value === null ? null : { type, value };
  };

const trimEnd = (text: string) => text.replace(/[.,;:!?)\]}'"]{1,8}$/, '');

function trimUrl(url: string): string {
  const bare = url.replace(/[.,;:!?'*]{1,8}$/, '');
  const isOpened = bare.includes('(') || bare.includes('[');
  return isOpened ? bare : bare.replace(/[)\]]{1,8}[.,;:]?$/, '');
}

/** Agents end where their words do: 'Name/1.2' or a comment in brackets. */
const trimAgent = (text: string) => text.replace(/[\s,;:.]{1,8}$/, '');

export const FINDERS: readonly Finder[] = [
  {
    hint: /:\/\//,
    pattern:
      /(?<![a-z\d])(?:https?|ftps?|sftp|ldaps?|rmi|smb|wss?|tcp|udp):\/\/[^\s"'<>\\^`{|}\p{Cc}]{1,2000}/giu,
    trim: trimUrl,
    normal: as('url', normalUrl),
  },
  {
    hint: /\/\d/,
    pattern:
      /(?<v>Mozilla\/\d\.\d{1,2} \([^()\n]{1,300}\)(?: (?:\([^()\n]{1,120}\)|[\w.+-]{1,40}\/[\w.+-]{1,40}|like|Gecko|Mobile|Safari)){0,12}|(?<![\w/])(?:curl|Wget|python-requests|python-urllib|Go-http-client|okhttp|libwww-perl|WinHTTP|Java|axios|aiohttp|Nmap Scripting Engine|sqlmap)\/[\w.+-]{1,40}(?: \([^()\n]{1,120}\))?)/g,
    trim: trimAgent,
    normal: as('user-agent'),
  },
  {
    hint: /@/,
    pattern: /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi,
    normal: as('email', (mail, { ports }) =>
      normalDomain(mail.slice(mail.lastIndexOf('@') + 1), ports, true) === null
        ? null
        : mail.toLowerCase(),
    ),
  },
  {
    pattern: /(?<![\w+/:])\d{1,8}:[a-z\d+/]{6,64}:[a-z\d+/]{3,64}(?![\w+/:])/gi,
    normal: as('ssdeep', (text) => (/^\d+:[\d:]+$/.test(text) ? null : text)),
  },
  {
    pattern: /(?<![\w])[tqd](?:\d\d|[sd]\d)[di]\d{4}[a-z\d]{2}_[\da-f]{12}_[\da-f]{12}(?!\w)/g,
    normal: as('ja4'),
  },
  {
    hint: /0x[\da-f]{40}/i,
    pattern: /(?<![\w])0x[\da-f]{40}(?!\w)/gi,
    normal: as('eth', normalEther),
  },
  {
    pattern: /(?<![\da-z_-])(?:[\da-f]{128}|[\da-f]{64}|[\da-f]{40}|[\da-f]{32})(?![\da-z_-])/gi,
    normal: (text, { before }) => normalHash(text, before),
  },
  {
    pattern:
      /(?<![\w])(?:bc1[02-9ac-hj-np-z]{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|[48][1-9A-HJ-NP-Za-km-z]{94})(?!\w)/g,
    normal: (text, { ports }) => normalWallet(text, ports),
  },
  {
    hint: /CVE-/i,
    pattern: /(?<![\w-])CVE-\d{4}-\d{4,7}(?!\w)/gi,
    normal: as('cve', (id) => id.toUpperCase()),
  },
  { pattern: /(?<![\w.])T\d{4}(?:\.\d{3})?(?![\w]|\.\d)/g, normal: as('technique') },
  {
    pattern: /(?<![\w])AS\d{1,10}(?![\w.-])/g,
    normal: as('asn', normalAsn),
  },
  {
    hint: /HK/i,
    pattern:
      /(?<![\w])(?:HKLM|HKCU|HKCR|HKU|HKCC|HKEY_(?:LOCAL_MACHINE|CURRENT_USER|CLASSES_ROOT|USERS|CURRENT_CONFIG))(?:\\{1,2}[^\\\s"'<>|,;/%][^\\\n"'<>|,;/%]{0,100}(?=\\)){0,15}\\{1,2}[^\\\s"'<>|,;]{1,200}/gi,
    trim: trimEnd,
    normal: as('registry', normalRegistry),
  },
  {
    hint: /\\/,
    pattern:
      /(?<![\w\\])(?:(?:\\{1,2}(?:Sessions\\{1,2}\d{1,3}\\{1,2})?BaseNamedObjects\\{1,2})?(?:Global|Local)|\\{1,2}BaseNamedObjects)\\{1,2}[^\\\s"'<>|,;]{3,120}/g,
    trim: trimEnd,
    normal: as('mutex', (text) => text.replace(/\\{2,}/g, '\\')),
  },
  {
    hint: /mutex|mutant/i,
    pattern:
      /(?<![\w])(?:mutex|mutant)(?: name)?(?:\s{0,3}[:=]\s{0,3}| )["'`](?<v>[^"'`\n]{4,120})["'`]/gi,
    normal: as('mutex'),
  },
  {
    hint: /\//,
    pattern: /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}(?![\w./])/g,
    normal: as('cidr', normalCidr),
  },
  {
    hint: /\//,
    pattern: /(?<![\w:.])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}\/\d{1,3}(?![\w./])/gi,
    normal: as('cidr', normalCidr),
  },
  {
    hint: /\./,
    pattern: /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g,
    normal: as('ip', normalIp),
  },
  {
    hint: /:/,
    pattern: /(?<![\w:.])(?:[\da-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4})(?![\w:])/gi,
    normal: as('ip', (text) => (text.length < 3 ? null : normalIp(text))),
  },
  {
    hint: /\\/,
    pattern:
      /(?<![\w])(?:[a-z]:|%[a-z()\d]{2,30}%|\\\\[\w.$-]{1,80}\\{1,2}[\w.$-]{1,80})\\{1,2}(?:(?:Program Files(?: \(x86\))?|Documents and Settings|Start Menu|[^\\/:*?"<>|\s]{1,120})\\{1,2}){0,20}[^\\/:*?"<>|\s,;')]{1,200}/gi,
    trim: trimEnd,
    normal: as('file', normalWindowsPath),
  },
  {
    hint: /\//,
    pattern:
      /(?<![\w/.:\\-])\/(?:tmp|var|etc|home|usr|opt|srv|root|dev|bin|sbin|lib|mnt|run|www|Users|Library|Applications|private)(?:\/[\w.+@-]{1,100}){1,20}/g,
    trim: trimEnd,
    normal: as('file'),
  },
  {
    hint: /\./,
    pattern:
      /(?<![\w@.\\/-])(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.){1,8}(?:xn--[a-z\d-]{2,59}|[a-z]{2,24})(?![\w-]|\.[a-z\d])/gi,
    normal: as('domain', (name, { ports, isDefanged }) =>
      normalDomain(name, ports, isDefanged || /^www\./i.test(name)),
    ),
  },
  {
    hint: /\./,
    pattern: /(?<![\w.\\/@-])[\w-][\w.()-]{0,100}\.[a-z\d]{1,6}(?![\w\\/-]|\.\w)/gi,
    normal: as('file', (name) => (isFileName(name) ? name : null)),
  },
];
