/**
 * What CEF and LEEF have in common: headers set apart by `|`, with `\|` and `\\` for the signs themselves,
 * and names of fields that say who did what.
 */
import { firstOf, type MutableFields } from './fields.ts';
import type { Dialect } from './json-dialects.ts';

export interface ProductEvent {
  readonly form: 'cef' | 'leef';
  readonly fields: MutableFields;
  readonly what: Dialect;
  /** The field that says when; '' where none does. */
  readonly time: string;
}

/** `count` parts before the rest. */
export function header(text: string, count: number): { parts: readonly string[]; rest: string } {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length && parts.length < count; at++) {
    const sign = text.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '|') {
      parts.push(unescaped(text.slice(from, at)));
      from = at + 1;
    }
  }
  return { parts, rest: text.slice(from) };
}

export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([\\|=nrt])/g, (_, sign: string) =>
    sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign === 't' ? '\t' : sign,
  );
}

export function whatOf(
  fields: MutableFields,
  provider: string,
  code: string,
  name: string,
): Dialect {
  const source = firstOf(fields, ['src', 'sourceAddress', 'srcIP']);
  const target = firstOf(fields, ['dst', 'destinationAddress', 'dstIP']);
  const between = source === null && target === null ? '' : ` ${source ?? '?'} to ${target ?? '?'}`;
  const said = firstOf(fields, ['msg', 'act', 'reason']);
  return {
    kind: kindOf(`${name} ${firstOf(fields, ['cat', 'deviceEventCategory']) ?? ''}`),
    host: firstOf(fields, ['dvchost', 'shost', 'identHostName', 'dvc', 'dhost']),
    user: firstOf(fields, ['suser', 'duser', 'usrName', 'identUserName']),
    provider,
    code,
    summary: `${name}${said === null || said === name ? '' : `: ${said}`}${between}`,
  };
}

function kindOf(text: string): 'logon' | 'detection' | 'network' | 'log' {
  if (/log[io]n|auth/i.test(text)) return 'logon';
  if (/malware|virus|threat|attack|intrusion|exploit|alert|trojan/i.test(text)) return 'detection';
  return /traffic|connection|firewall|deny|allow|drop/i.test(text) ? 'network' : 'log';
}
