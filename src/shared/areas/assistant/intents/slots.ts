/** What a question names: severities, statuses, entities, techniques, controls, frameworks, records. */
import type { Severity } from '../../../kernel/severity.ts';
import { SEVERITIES } from '../../../kernel/severity.ts';
import type { AlertStatus } from '../../alerts/alerts.contract.ts';
import type { EntityKind } from '../../entities/entities.contract.ts';
import type { AskedFrom, EntitySlot, Slots } from './intent.types.ts';
import { PLAIN_WORDS, VOCABULARY } from './vocabulary.ts';
import { knownWord } from './words.ts';

const SEVERITY_WORDS: ReadonlyMap<string, Severity> = new Map([
  ...(['critical', 'criticals', 'crit', 'crits', 'p1'] as const).map(
    (w) => [w, 'CRITICAL'] as const,
  ),
  ...(['high', 'highs', 'severe', 'p2'] as const).map((w) => [w, 'HIGH'] as const),
  ...(['medium', 'mediums', 'med', 'moderate', 'p3'] as const).map((w) => [w, 'MEDIUM'] as const),
  ...(['low', 'lows', 'minor', 'p4'] as const).map((w) => [w, 'LOW'] as const),
]);

function readSeverities(words: readonly string[], text: string): Severity[] {
  const named = new Set(words.flatMap((word) => knownWord(word, SEVERITY_WORDS) ?? []));
  const least =
    /\b(critical|high|medium|low)\s*(?:\+|(?:and|or)\s+(?:above|higher|up|worse))/i.exec(text);
  const from = least ? SEVERITIES.indexOf((least[1] ?? '').toUpperCase() as Severity) : -1;
  return SEVERITIES.filter((severity, place) => named.has(severity) || place <= from);
}

const STATUS_PHRASES: readonly (readonly [RegExp, readonly AlertStatus[]])[] = [
  [/\bfalse[\s_-]*(?:positives?|alarms?)\b|\bfps?\b/i, ['FALSE_POSITIVE']],
  [
    /\b(?:in[\s_-]*progress|being (?:worked|investigated|handled)|under investigation)\b/i,
    ['IN_PROGRESS'],
  ],
  [
    /\b(?:active|unresolved|not (?:yet )?(?:closed|resolved)|still (?:there|active)|unclosed)\b/i,
    ['OPEN', 'IN_PROGRESS'],
  ],
  [/\b(?:resolved|solved|fixed)\b/i, ['RESOLVED']],
  [/\b(?:closed|handled already|done with)\b/i, ['RESOLVED', 'FALSE_POSITIVE']],
  [/\b(?:open|opne|oepn|opened|untriaged|unhandled|new ones)\b/i, ['OPEN']],
];

/** Says how severe or how far something is, and nothing else. */
export const isStateWord = (word: string): boolean =>
  knownWord(word, SEVERITY_WORDS) !== undefined ||
  STATUS_PHRASES.some(([phrase]) => phrase.test(word)) ||
  /^(?:false|positives?|alarms?|progress|draft|drafts|approved|approval|deprecated|planned|complete|completed|failed|running|compliant|partially|assessed|valid|missing|overdue)$/.test(
    word,
  );

function readStatuses(text: string): AlertStatus[] {
  const found = new Set<AlertStatus>();
  let rest = text;
  for (const [phrase, statuses] of STATUS_PHRASES) {
    if (!phrase.test(rest)) continue;
    for (const status of statuses) found.add(status);
    rest = rest.replace(phrase, ' ');
  }
  return [...found];
}

const KIND_WORDS: Readonly<Record<string, EntityKind>> = {
  ...{ host: 'host', machine: 'host', server: 'host', workstation: 'host', endpoint: 'host' },
  ...{ computer: 'host', device: 'host', hostname: 'host', user: 'user', account: 'user' },
  ...{ username: 'user', address: 'address', ip: 'address', hash: 'hash', file: 'hash' },
  ...{ mailbox: 'mailbox', email: 'mailbox', mail: 'mailbox' },
};
const NAME = `[\\p{L}\\p{N}][\\p{L}\\p{N}._\\\\$-]{0,200}`;
const KIND_NAMED = new RegExp(
  `\\b(${Object.keys(KIND_WORDS).join('|')})\\s*[:=]?\\s+?["']?(${NAME})`,
  'giu',
);
const KIND_GIVEN = /\b(host|user|address|hash|mailbox|ip):["']?([^\s"',;?!]{1,200})/iu;
const WHERE_NAMED = new RegExp(
  `\\b(?:happen(?:s|ed|ing)?|going on|activity|seen|saw|know|history|timeline)\\b.{0,12}?\\b(?:on|to|with|at|about|of|for|from|by)\\s+(?:the\\s+)?["']?(${NAME})`,
  'iu',
);
const MAILBOX = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,190}\.\p{L}{2,24}/u;
const IPV4 = /\b(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\b(?!\.\d)/;
const IPV6 = /(?<![\w:])(?=[\da-f:]*::|(?:[\da-f]{1,4}:){7})[\da-f:]{3,39}(?![\w:])/i;
const HASH = /\b(?:[\da-f]{64}|[\da-f]{40}|[\da-f]{32})\b/i;
const DOMAIN_USER = /\b[\p{L}\p{N}-]{1,64}\\([\p{L}\p{N}._$-]{1,100})/u;
const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/gi;
const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/i;
/** Of NIST SP 800-53, of the CSF, of SOC 2, of ISO/IEC 27001; plain numbers only after the word. */
const CONTROL = new RegExp(
  [
    '\\b(?:AC|AT|AU|CA|CM|CP|IA|IR|MA|MP|PE|PL|PM|PS|PT|RA|SA|SC|SI|SR)-[1-9]\\d?(?:\\(\\d{1,2}\\))?(?![\\w-])',
    '\\b(?:GV|ID|PR|DE|RS|RC)\\.[A-Z]{2}-\\d{1,2}\\b',
    '\\b(?:CC|PI|A|C|P)\\d{1,2}\\.\\d{1,2}\\b',
    '\\bA\\.\\d{1,2}\\.\\d{1,2}(?:\\.\\d{1,2})?\\b',
  ].join('|'),
  'i',
);
const CONTROL_NAMED = /\b(?:control|requirement|clause)\s+([A-Z]{0,4}[.-]?\d[\w.()-]{0,18})/i;

const undefang = (text: string) => text.replace(/\[(\.|:|@)\]/g, '$1');
const trimmed = (name: string) => name.replace(/[.\\$-]+$/, '');

/** A name that no sentence holds by chance: digits or marks within it. */
function looksLikeName(word: string, before: string): boolean {
  if (/\d/.test(word)) return /\p{L}/u.test(word);
  if (/\p{L}[._]\p{L}/u.test(word)) return true;
  // 'mail-gw' after 'on' is one; 'real-time' is none.
  return /\p{L}-\p{L}/u.test(word) && /\b(?:on|from|of|about|at|for)\s+$/i.test(before);
}

const isCommon = (word: string) =>
  PLAIN_WORDS.has(word.toLowerCase()) ||
  VOCABULARY.has(word.toLowerCase()) ||
  SEVERITY_WORDS.has(word.toLowerCase());

/** One word with a mark between two names is an account ('j.doe'); with digits it is a host ('web-01'). */
function kindOfName(name: string): EntityKind {
  return /^\p{L}+[._]\p{L}+$/u.test(name) ? 'user' : 'host';
}

function readEntity(asked: string): EntitySlot | null {
  const text = undefang(asked);
  const given = KIND_GIVEN.exec(text);
  if (given?.[1] && given[2])
    return { kind: KIND_WORDS[given[1].toLowerCase()] ?? 'host', value: trimmed(given[2]) };
  const mailbox = MAILBOX.exec(text);
  if (mailbox) return { kind: 'mailbox', value: mailbox[0] };
  const address = IPV4.exec(text) ?? IPV6.exec(text);
  if (address) return { kind: 'address', value: address[0] };
  const owned = DOMAIN_USER.exec(text);
  if (owned?.[1]) return { kind: 'user', value: owned[1] };
  const hash = HASH.exec(text);
  if (hash && !/\b(?:incident|group|cluster)\s+[\da-f]{32}\b/i.test(text))
    return { kind: 'hash', value: hash[0].toLowerCase() };
  return namedEntity(text.replace(UUID, ' ').replace(TECHNIQUE, ' ').replace(CONTROL, ' '));
}

function namedEntity(text: string): EntitySlot | null {
  for (const [, word = '', name = ''] of text.matchAll(KIND_NAMED)) {
    const value = trimmed(name);
    if (isCommon(value) || value === '') continue;
    return { kind: KIND_WORDS[word.toLowerCase()] ?? 'host', value };
  }
  const place = WHERE_NAMED.exec(text)?.[1];
  const meant = place === undefined ? '' : trimmed(place);
  if (meant && !isCommon(meant)) return { kind: kindOfName(meant), value: meant };
  for (const found of text.matchAll(new RegExp(NAME, 'gu'))) {
    const value = trimmed(found[0]);
    if (
      looksLikeName(value, text.slice(0, found.index)) &&
      !isCommon(value) &&
      !NO_NAME.test(value)
    )
      return { kind: kindOfName(value), value };
  }
  return null;
}

/** Frameworks, spans, days, numbers with a unit: what looks like a name and is none. */
const NO_NAME =
  /^(?:\d+(?:h|d|w|m|min|hrs?|days?|st|nd|rd|th)|\d[\d.:-]*|soc-?2|iso-?\d+|800-53\w*|csf|p[1-4]|l[12]|24x7|follow-up|third-party|hand-?over|so-called|high-?risk|sign-?ins?|log-?ins?|in-progress|false-positives?|non-compliant|e\.g|i\.e|whats-?up|set-up|mean-time|top-?\d+|[a-z]+-based|most-\w+)$/i;

const FRAMEWORKS: readonly (readonly [RegExp, string])[] = [
  [/\bsoc[\s-]*2\b/i, 'soc 2'],
  [/\biso(?:\/iec)?[\s-]*(\d{5})\b/i, 'iso $1'],
  [/\bnist[\s-]*csf\b|\bcsf\b|\bcybersecurity framework\b/i, 'nist csf'],
  [/\b(?:nist\s*)?(?:sp\s*)?800-(53|171)\b/i, '800-$1'],
  [/\bgdpr\b|\bdsgvo\b/i, 'gdpr'],
  [/\bpci(?:[\s-]*dss)?\b/i, 'pci dss'],
  [/\bhipaa\b/i, 'hipaa'],
  [/\bccpa\b/i, 'ccpa'],
  [/\bfed[\s-]*ramp\b/i, 'fedramp'],
  [/\bnis[\s-]?2\b/i, 'nis2'],
  [/\bdora\b/i, 'dora'],
  [/\bnist\b/i, 'nist'],
  [/\bcis\s+(?:controls|v8|top)\b/i, 'cis controls'],
];
const FRAMEWORK_NAMED =
  /\b(?:scores?|scoring|compliance|compliant|coverage|assurance|posture|doing)\s+(?:of|for|in|with|on|under)\s+(?:the\s+)?([\p{L}\p{N}][\p{L}\p{N} ./:-]{1,60}?)(?:\s+framework)?\s*[?.!]?$/iu;

function readFramework(text: string): string | null {
  for (const [pattern, name] of FRAMEWORKS) {
    const match = pattern.exec(text);
    if (match) return name.replace('$1', match[1] ?? '');
  }
  const named = FRAMEWORK_NAMED.exec(text)?.[1]?.trim().toLowerCase();
  return named === undefined || named.split(' ').every(isCommon) ? null : named;
}

const ASSIGNED_TO =
  /\b(?:assigned|belongs?|given|handed)\s+to\s+(me|nobody|no one|none|[\p{L}][\p{L}.@-]*(?:\s\p{Lu}[\p{L}-]+)?)/iu;
const WORKED_BY =
  /\b(?:is|are|does|has)\s+([\p{Lu}][\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)?)\s+(?:working|handling|got|have|doing|assigned)\b/u;

function readAssignee(text: string): string | null {
  if (
    /\b(?:unassigned|ownerless|unowned|without an? (?:owner|assignee)|nobody (?:owns|works))\b/i.test(
      text,
    )
  )
    return 'none';
  const to = ASSIGNED_TO.exec(text)?.[1];
  if (to)
    return /^(?:nobody|no one|none)$/i.test(to) ? 'none' : to.toLowerCase() === 'me' ? 'me' : to;
  if (
    /\b(?:my|mine)\b(?!\s+(?:shift|question))/i.test(text) ||
    /\bam i (?:working|handling|assigned)|\bi(?: am|'m)? (?:own|working|assigned|handling)|\bdo i (?:have|own)\b/i.test(
      text,
    )
  )
    return 'me';
  return WORKED_BY.exec(text)?.[1] ?? null;
}

function readSource(text: string, known: readonly string[]): string | null {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const found = known
    .filter((source) => {
      const plain = source
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
      return plain !== '' && !isCommon(plain) && lower.includes(` ${plain} `);
    })
    .sort((a, b) => b.length - a.length);
  return found[0] ?? null;
}

const SEARCHED =
  /\b(?:find|search(?:\s+for)?|look(?:\s+for)?|lookup|locate)\s+(?:me\s+)?(?:all\s+|any\s+|the\s+)?(?:alerts?\s+|anything\s+|something\s+)?(?:about|with|for|named|called|mentioning|containing)?\s*["']?(.{2,200}?)["']?\s*[?.!]*$/i;

function readSearch(text: string): string | null {
  const quoted = /"([^"]{2,200})"/.exec(text)?.[1];
  return (quoted ?? SEARCHED.exec(text)?.[1])?.trim() || null;
}

/** Ids that stand in the question; where none does, what the asker has open. */
function readRecords(
  text: string,
  from: AskedFrom,
): Pick<Slots, 'alertId' | 'incidentId' | 'groupKey' | 'investigationId'> {
  const id = UUID.exec(text)?.[0].toLowerCase();
  const key = /\b(?:incident|group|cluster)\s+([\da-f]{32})\b/i.exec(text)?.[1]?.toLowerCase();
  const isOf = (word: RegExp) => word.test(text);
  const isIncident = isOf(/\bincident\b/i);
  const isInvestigation = isOf(/\binvestigation\b/i);
  return {
    alertId: id && !isIncident && !isInvestigation ? id : (from.alertId ?? null),
    incidentId: (id && isIncident ? id : isIncident ? key : undefined) ?? from.incidentId ?? null,
    groupKey: (isIncident ? undefined : key) ?? from.groupKey ?? null,
    investigationId: (id && isInvestigation ? id : undefined) ?? from.investigationId ?? null,
  };
}

export function readSlots(
  text: string,
  words: readonly string[],
  from: AskedFrom,
): Omit<Slots, 'time'> {
  const techniques = [...text.matchAll(TECHNIQUE)].map(([id]) => id.toUpperCase());
  return {
    severities: readSeverities(words, text),
    statuses: readStatuses(text),
    entity: readEntity(text),
    techniques: [...new Set(techniques)].slice(0, 5),
    control: (CONTROL.exec(text)?.[0] ?? CONTROL_NAMED.exec(text)?.[1])?.toUpperCase() ?? null,
    framework: readFramework(text),
    source: readSource(text, from.sources ?? []),
    assignee: readAssignee(text),
    escalated: /\bescalated\b/i.test(text),
    search: readSearch(text),
    ...readRecords(text, from),
  };
}
