/**
 * Indicators in a text that strangers wrote, with where they stand in it. Every pattern is linear in
 * the text, every value bounded; the same text gives the same, in the order of the text.
 */
import { normalIp } from './addresses.ts';
import { DOUBTFUL_ENDS, FILE_ENDS, GENERIC_DOMAINS, INNER_DOMAINS } from './names.table.ts';
import { type Refanged, refang } from './refang.ts';

export type IndicatorType =
  | 'ip'
  | 'domain'
  | 'url'
  | 'email'
  | 'md5'
  | 'sha1'
  | 'sha256'
  | 'file'
  | 'cve'
  | 'technique';

export interface FoundIndicator {
  readonly type: IndicatorType;
  /** In one form: lower case where case means nothing, addresses in their short form. */
  readonly value: string;
  /** In the text as it was written: from `start` up to, not including, `end`. */
  readonly start: number;
  readonly end: number;
}

/** Of one text; what lies behind is not looked at. */
const EXTRACT_TEXT_MAX = 65_536;
const FOUND_MAX = 1_000;
const VALUE_MAX = 500;

const URL = /\b(?:https?|ftp):\/\/[^\s"'<>\\^`{|}\p{Cc}]{1,2000}/giu;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi;
const HASH = /(?<![\da-z_-])(?:[\da-f]{64}|[\da-f]{40}|[\da-f]{32})(?![\da-z_-])/gi;
const CVE = /(?<![\w-])CVE-\d{4}-\d{4,7}(?!\w)/gi;
const TECHNIQUE = /(?<![\w.])T\d{4}(?:\.\d{3})?(?![\w]|\.\d)/g;
const IPV4 = /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g;
const IPV6 = /(?<![\w:.])(?:[\da-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4})(?![\w:])/gi;
const WINDOWS_PATH =
  /(?<![\w])[a-z]:\\{1,2}(?:(?:Program Files(?: \(x86\))?|[^\\/:*?"<>|\s]{1,120})\\{1,2}){0,20}[^\\/:*?"<>|\s,;')]{1,200}/gi;
const UNIX_PATH =
  /(?<![\w/.:\\-])\/(?:tmp|var|etc|home|usr|opt|srv|root|dev|bin|sbin|lib|mnt|run|www|Users|Library|Applications|private)(?:\/[\w.+@-]{1,100}){1,20}/g;
const DOMAIN =
  /(?<![\w@.\\/-])(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,8}[a-z]{2,24}(?![\w-]|\.[a-z\d])/gi;
const FILE = /(?<![\w.\\/@-])[\w-][\w.()-]{0,100}\.[a-z\d]{1,6}(?![\w\\/-]|\.\w)/gi;

const HASHES: Readonly<Record<number, IndicatorType>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' };
/** Of the empty file. */
const EMPTY: ReadonlySet<string> = new Set([
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
]);

export function extractIndicators(written: string): FoundIndicator[] {
  const whole = refang(written.slice(0, EXTRACT_TEXT_MAX));
  const finder = new Finder(whole);
  finder.each(URL, trimUrl, 'url', (url) => url);
  finder.each(EMAIL, same, 'email', (mail) =>
    isDomain(afterAt(mail)) ? mail.toLowerCase() : null,
  );
  finder.hashes();
  finder.each(CVE, same, 'cve', (id) => id.toUpperCase());
  finder.each(TECHNIQUE, same, 'technique', (id) => id);
  finder.each(IPV4, same, 'ip', normalIp);
  finder.each(IPV6, same, 'ip', (text) => (text.length < 3 ? null : normalIp(text)));
  finder.each(WINDOWS_PATH, trimEnd, 'file', (path) =>
    FILE_ENDS.has(endOf(path)) ? path.replace(/\\{2}/g, '\\') : null,
  );
  finder.each(UNIX_PATH, trimEnd, 'file', (path) => path);
  finder.each(DOMAIN, same, 'domain', (name) => (isDomain(name) ? name.toLowerCase() : null));
  finder.each(FILE, same, 'file', (name) => (isFileName(name) ? name : null));
  finder.hostsOfUrls();
  return finder.found.sort((a, b) => a.start - b.start || a.end - b.end);
}

const same = (text: string) => text;
const trimEnd = (text: string) => text.replace(/[.,;:!?)\]}'"]{1,8}$/, '');
const afterAt = (mail: string) => mail.slice(mail.lastIndexOf('@') + 1);
const endOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

function trimUrl(url: string): string {
  const bare = url.replace(/[.,;:!?'*]{1,8}$/, '');
  const isOpened = bare.includes('(') || bare.includes('[');
  return isOpened ? bare : bare.replace(/[)\]]{1,8}[.,;:]?$/, '');
}

/** A name that could be looked up outside. */
function isDomain(name: string): boolean {
  const labels = name.toLowerCase().split('.');
  const end = labels.at(-1) ?? '';
  if (INNER_DOMAINS.has(end)) return false;
  // 'install.sh' is a file, 'get.install.sh' a place; '.com' alone is what most domains end in.
  if (labels.length === 2 && DOUBTFUL_ENDS.has(end) && end !== 'com') return false;
  return end.length === 2 ? !FILE_ENDS.has(end) || labels.length > 2 : GENERIC_DOMAINS.has(end);
}

const isFileName = (name: string): boolean =>
  FILE_ENDS.has(endOf(name)) && endOf(name) !== 'com' && /[a-z_]/i.test(name);

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is part of something that was found before is not found again: the domain of an e-mail. */
class Finder {
  readonly found: FoundIndicator[] = [];
  readonly #whole: Refanged;
  /** In the refanged text. */
  readonly #taken: Range[] = [];
  readonly #urls: { readonly url: string; readonly at: number }[] = [];

  constructor(whole: Refanged) {
    this.#whole = whole;
  }

  each(
    pattern: RegExp,
    trim: (text: string) => string,
    type: IndicatorType,
    normal: (text: string) => string | null,
  ): void {
    for (const match of this.#whole.text.matchAll(pattern)) {
      const text = trim(match[0]);
      const value = normal(text);
      if (value === null) continue;
      if (type === 'url') this.#urls.push({ url: text, at: match.index });
      this.#add(type, value, match.index, text.length);
    }
  }

  hashes(): void {
    for (const match of this.#whole.text.matchAll(HASH)) {
      const value = match[0].toLowerCase();
      const type = HASHES[value.length];
      if (!type || EMPTY.has(value) || /^(.)\1*$/.test(value)) continue;
      this.#add(type, value, match.index, value.length);
    }
  }

  /** A place is worth knowing whatever was asked of it. */
  hostsOfUrls(): void {
    for (const { url, at } of this.#urls) {
      const head = /^[a-z]+:\/\/(?:[^/?#@]{0,200}@)?/i.exec(url)?.[0].length ?? 0;
      const host = /^(?:\[[\da-f:.]+\]|[^/?#:]{1,255})/i.exec(url.slice(head))?.[0] ?? '';
      const bare = host.replace(/^\[|\]$/g, '');
      const ip = normalIp(bare);
      if (ip !== null) this.#push('ip', ip, at + head, host.length);
      else if (isDomain(bare) && /^[a-z\d.-]+$/i.test(bare))
        this.#push('domain', bare.toLowerCase(), at + head, host.length);
    }
  }

  #add(type: IndicatorType, value: string, start: number, length: number): void {
    const end = start + length;
    if (this.#taken.some((range) => start < range.end && range.start < end)) return;
    if (this.#push(type, value, start, length)) this.#taken.push({ start, end });
  }

  #push(type: IndicatorType, value: string, start: number, length: number): boolean {
    if (this.found.length >= FOUND_MAX || value.length > VALUE_MAX || length === 0) return false;
    const { at } = this.#whole;
    this.found.push({ type, value, start: at(start), end: at(start + length - 1) + 1 });
    return true;
  }
}
