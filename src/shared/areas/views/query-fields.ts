/** The fields of the query language: what each takes, in words for completion and errors. */

import { SEVERITIES } from '../../kernel/severity.ts';
import { ALERT_STATUSES } from '../alerts/alerts.contract.ts';

/**
 * - `choice`: one of given words. `text`: a value, also with wildcards. `address`: the same, or a
 *   network. `words`: words of a text. `time`: a moment or a day; `span`: a length of time. `id`: exact.
 * `wall`: what a clock on the wall shows, settled with its zone (`07@Europe/Berlin`).
 */
export type FieldKind = 'choice' | 'text' | 'address' | 'words' | 'time' | 'span' | 'id' | 'wall';

export interface QueryField {
  readonly kind: FieldKind;
  readonly hint: string;
  readonly example: string;
  /** Canonical word → other ways to say it. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** From the least; then `>=` and the like compare. */
  readonly order?: readonly string[];
  /** Of a span: `<` and `>` compare with it. */
  readonly isCompared?: boolean;
  /** `none` means: has no value. */
  readonly mayBeNone?: boolean;
}

const YES_NO = { yes: ['true', '1', 'y'], no: ['false', '0', 'n'] } as const;

/** As a clock of 24 hours writes them. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export const QUERY_FIELDS = {
  severity: {
    kind: 'choice',
    hint: 'how severe; also >=high',
    example: 'severity:critical',
    choices: { critical: ['crit'], high: [], medium: ['med', 'moderate'], low: [] },
    order: SEVERITIES.map((severity) => severity.toLowerCase()).reverse(),
  },
  status: {
    kind: 'choice',
    hint: 'where it stands; active is open or in progress',
    example: 'status:open',
    choices: {
      open: ['new'],
      in_progress: ['in-progress', 'inprogress', 'progress'],
      resolved: [],
      false_positive: ['false-positive', 'falsepositive', 'fp'],
      active: [],
      closed: [],
    },
  },
  verdict: {
    kind: 'choice',
    hint: 'what it turned out to be',
    example: 'verdict:true_positive',
    choices: {
      true_positive: ['true-positive', 'tp'],
      benign_true_positive: ['benign-true-positive', 'benign', 'btp'],
      false_positive: ['false-positive', 'fp'],
      undetermined: [],
      none: [],
    },
  },
  reason: {
    kind: 'text',
    hint: 'reason code of the closing',
    example: 'reason:TEST',
    mayBeNone: true,
  },
  source: { kind: 'text', hint: 'the tool that reported it', example: 'source:suricata' },
  detector: {
    kind: 'text',
    hint: 'rule or detector',
    example: 'detector:1:2100498',
    mayBeNone: true,
  },
  category: {
    kind: 'text',
    hint: 'category by its source',
    example: 'category:malware',
    mayBeNone: true,
  },
  host: { kind: 'text', hint: 'host, also web-*', example: 'host:web-*', mayBeNone: true },
  user: { kind: 'text', hint: 'account', example: 'user:admin*', mayBeNone: true },
  ip: {
    kind: 'address',
    hint: 'address on either side, also 10.0.0.0/8',
    example: 'ip:10.0.0.0/8',
    mayBeNone: true,
  },
  dest: {
    kind: 'address',
    hint: 'address it went to',
    example: 'dest:203.0.113.7',
    mayBeNone: true,
  },
  tech: {
    kind: 'text',
    hint: 'ATT&CK technique with its sub-techniques',
    example: 'tech:T1021',
    mayBeNone: true,
  },
  title: { kind: 'words', hint: 'words of the title', example: 'title:beacon' },
  text: { kind: 'words', hint: 'words of title or description', example: 'text:"port scan"' },
  assignee: { kind: 'text', hint: 'me, none or a name', example: 'assignee:me', mayBeNone: true },
  escalated: { kind: 'choice', hint: 'yes or no', example: 'escalated:yes', choices: YES_NO },
  decision: {
    kind: 'choice',
    hint: 'what the engine decided about it',
    example: 'decision:escalate',
    choices: {
      escalate: ['esc'],
      review: [],
      'likely-benign': ['likely_benign', 'benign'],
      'auto-close': ['auto_close', 'autoclose'],
      none: [],
    },
  },
  suppressed: {
    kind: 'choice',
    hint: 'hidden by a rule: yes or no',
    example: 'suppressed:yes',
    choices: YES_NO,
  },
  acted: {
    kind: 'choice',
    hint: 'somebody has acted on it, or it is no longer open: yes or no',
    example: 'acted:no',
    choices: YES_NO,
  },
  overdue: {
    kind: 'choice',
    hint: 'its time to the first action, or then to the closing, has run out: yes or no',
    example: 'overdue:yes',
    choices: YES_NO,
  },
  due: {
    kind: 'span',
    hint: 'its time runs out within; also >1d',
    example: 'due:<2h',
    isCompared: true,
  },
  watched: {
    kind: 'text',
    hint: 'by me, none or a name',
    example: 'watched:me',
    mayBeNone: true,
  },
  mentioned: {
    kind: 'text',
    hint: 'in a comment: me, none or a name',
    example: 'mentioned:me',
    mayBeNone: true,
  },
  after: { kind: 'time', hint: 'from this moment or day on', example: 'after:2026-01-01' },
  before: { kind: 'time', hint: 'before this moment or day', example: 'before:2026-01-01' },
  on: { kind: 'time', hint: 'within this day, month or year', example: 'on:today' },
  'closed-after': {
    kind: 'time',
    hint: 'closed at this moment or day, or later',
    example: 'closed-after:today',
  },
  'closed-before': {
    kind: 'time',
    hint: 'closed before this moment or day',
    example: 'closed-before:2026-01-01',
  },
  'closed-by': {
    kind: 'text',
    hint: 'me, a name, watchfloor (automatically) or none',
    example: 'closed-by:me',
    mayBeNone: true,
  },
  last: { kind: 'span', hint: 'not longer ago than', example: 'last:24h' },
  hour: {
    kind: 'wall',
    hint: 'hour of the day, 00 to 23; also >=22',
    example: 'hour:07',
    choices: Object.fromEntries(HOURS.map((hour) => [hour, [String(Number(hour))]])),
    order: HOURS,
  },
  weekday: {
    kind: 'wall',
    hint: 'day of the week',
    example: 'weekday:sat,sun',
    choices: {
      mon: ['monday'],
      tue: ['tuesday'],
      wed: ['wednesday'],
      thu: ['thursday'],
      fri: ['friday'],
      sat: ['saturday'],
      sun: ['sunday'],
    },
  },
  import: {
    kind: 'id',
    hint: 'id of the import; none: made by hand',
    example: 'import:none',
    mayBeNone: true,
  },
  id: { kind: 'id', hint: 'id of the alert', example: 'id:0190…' },
  group: { kind: 'id', hint: 'key of the group of repeats', example: 'group:…', mayBeNone: true },
  incident: { kind: 'id', hint: 'id of the incident', example: 'incident:…', mayBeNone: true },
} as const satisfies Record<string, QueryField>;

export type FieldName = keyof typeof QUERY_FIELDS;
export const FIELD_NAMES = Object.keys(QUERY_FIELDS) as FieldName[];

const ALIASES: Readonly<Record<string, FieldName>> = {
  sev: 'severity',
  state: 'status',
  rule: 'detector',
  hostname: 'host',
  account: 'user',
  username: 'user',
  address: 'ip',
  dst: 'dest',
  destination: 'dest',
  technique: 'tech',
  attack: 'tech',
  assigned: 'assignee',
  owner: 'assignee',
  since: 'after',
  until: 'before',
};

export function fieldNamed(name: string): FieldName | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(QUERY_FIELDS, lower)
    ? (lower as FieldName)
    : Object.hasOwn(ALIASES, lower)
      ? ALIASES[lower]
      : undefined;
}

export const fieldOf = (name: FieldName): QueryField => QUERY_FIELDS[name];

/** The canonical word of a choice, or undefined. */
export function choiceOf(field: QueryField, typed: string): string | undefined {
  const lower = typed.toLowerCase();
  return Object.entries(field.choices ?? {}).find(
    ([word, others]) => word === lower || others.includes(lower),
  )?.[0];
}

/** Statuses that a word of `status:` stands for. */
export function statusesOf(word: string): readonly string[] {
  if (word === 'active') return ['OPEN', 'IN_PROGRESS'];
  if (word === 'closed') return ['RESOLVED', 'FALSE_POSITIVE'];
  return ALERT_STATUSES.filter((status) => status.toLowerCase() === word);
}

/** Severities that `>=high` and the like stand for. */
export function severitiesOf(compare: Compare, word: string): readonly string[] {
  const order = SEVERITIES.map((severity) => severity.toLowerCase()).reverse();
  const place = order.indexOf(word);
  return SEVERITIES.filter((severity) => {
    const own = order.indexOf(severity.toLowerCase());
    if (compare === '>=') return own >= place;
    if (compare === '<=') return own <= place;
    if (compare === '>') return own > place;
    if (compare === '<') return own < place;
    return own === place;
  });
}

export type Compare = ':' | '>=' | '<=' | '>' | '<';

/** The nearest of the words within two changes (one for short ones), or undefined. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const lower = typed.slice(0, 32).toLowerCase();
  const most = lower.length <= 4 ? 1 : 2;
  let best: { word: string; distance: number } | undefined;
  for (const word of words) {
    if (Math.abs(word.length - lower.length) > most && !word.startsWith(lower)) continue;
    const distance = word.startsWith(lower) && lower.length > 1 ? 1 : changes(lower, word);
    if (distance <= most && (!best || distance < best.distance)) best = { word, distance };
  }
  return best?.word;
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word of the other. */
function changes(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Number.POSITIVE_INFINITY;
}
