/** Follows the leads of a query as far as they are few; each is left after so many rows. */
import type { Bound, ReadDb } from '../../db/database.ts';
import { groupKey, INCIDENT_OF_KEY } from './query-fields.store.ts';
import type { Lead } from './query-leads.ts';
import { type IndexTerm, termMatch } from './query-words.ts';

/** So many rows of a lead are gathered and tested; one with more is not followed. */
const FEW_ROWS = 3_000;
/** So many terms are named for one beginning. */
const TERMS_MAX = 64;
/** Of several that must all hold, so many are tried. */
const TRIES_MAX = 6;
const AFTER_TERM = '\u0001';

const ROWS = {
  id: 'SELECT a.seq FROM alerts a WHERE a.id IN (SELECT value FROM json_each(?))',
  group: `SELECT m.alert_seq AS seq FROM alert_groups g CROSS JOIN group_members m ON m.group_id = g.id
    WHERE g.key = ?`,
  incident: `SELECT m.alert_seq AS seq FROM alert_groups g CROSS JOIN group_members m ON m.group_id = g.id
    WHERE g.incident_id = ${INCIDENT_OF_KEY}`,
  escalated:
    'SELECT a.seq FROM alerts a INDEXED BY alerts_escalated WHERE a.escalated = 1 AND a.deleted_at IS NULL',
  assignee: `SELECT a.seq FROM alerts a INDEXED BY alerts_assigned
    WHERE a.assigned_to IN (SELECT value FROM json_each(?)) AND a.assigned_to IS NOT NULL AND a.deleted_at IS NULL`,
  watched: `SELECT a.seq FROM alert_watchers w INDEXED BY alert_watchers_account
    CROSS JOIN alerts a ON a.id = w.alert_id
    WHERE w.account IN (SELECT value FROM json_each(?)) AND w.deleted_at IS NULL`,
  mentioned: `SELECT DISTINCT a.seq FROM alert_mentions m CROSS JOIN alerts a ON a.id = m.alert_id
    WHERE m.account IN (SELECT value FROM json_each(?))`,
  'closed-after': `SELECT a.seq FROM alerts a INDEXED BY alerts_closed_places
    WHERE a.resolved_at >= ? AND a.deleted_at IS NULL`,
  // As engine_decisions numbers them.
  decision: `SELECT e.alert_seq AS seq FROM engine_decisions e INDEXED BY engine_decisions_rare
    WHERE e.decision IN (SELECT iif(value = 'escalate', 0, 3) FROM json_each(?))
      AND (e.decision = 0 OR e.decision = 3)`,
  verdict: `SELECT a.seq FROM alerts a INDEXED BY alerts_verdict
    WHERE a.verdict IN (SELECT upper(value) FROM json_each(?)) AND a.verdict IS NOT NULL AND a.deleted_at IS NULL`,
} as const;

/** What is at the end of a lead: few rows, every match among them; or more, and how many of the table's rows that is. */
export type LeadEnd =
  | { readonly rows: ReadonlySet<number> }
  | { readonly rows: null; readonly density: number };

/** All of them as far as anybody knows. */
const MANY: LeadEnd = { rows: null, density: 1 };

export function followLead(db: ReadDb, lead: Lead): LeadEnd {
  switch (lead.type) {
    case 'rows':
      return ownRows(db, lead);
    case 'term':
      return termRows(db, lead.term);
    case 'and': {
      let density = 1;
      const cheapFirst = [...lead.leads].sort((a, b) => cost(a) - cost(b));
      for (const one of cheapFirst.slice(0, TRIES_MAX)) {
        const end = followLead(db, one);
        if (end.rows) return end;
        density = Math.min(density, end.density);
      }
      return { rows: null, density };
    }
    default:
      return anyRows(db, lead.leads);
  }
}

function anyRows(db: ReadDb, leads: readonly Lead[]): LeadEnd {
  const found = new Set<number>();
  let density = 0;
  for (const one of leads) {
    const end = followLead(db, one);
    if (end.rows) for (const row of end.rows) found.add(row);
    else density += end.density;
  }
  if (density === 0 && found.size <= FEW_ROWS) return { rows: found };
  return { rows: null, density: Math.min(1, density) };
}

/** For whom it is enough to know whether they are few. */
export function fewRows(db: ReadDb, lead: Lead): ReadonlySet<number> | null {
  return followLead(db, lead).rows;
}

function cost(lead: Lead): number {
  if (lead.type === 'rows') return ['verdict', 'escalated', 'decision'].includes(lead.of) ? 2 : 0;
  if (lead.type === 'term') {
    const isEntity = lead.term.columns === 'entity_terms';
    return (lead.term.isBeginning ? 4 : 2) - (isEntity ? 1 : 0);
  }
  return 5;
}

function gathered(db: ReadDb, sql: string, values: readonly Bound[]): LeadEnd {
  const rows = db.all<{ seq: number }>(`${sql} LIMIT ${FEW_ROWS + 1}`, ...values);
  if (rows.length <= FEW_ROWS) return { rows: new Set(rows.map(({ seq }) => seq)) };
  const first = rows[0]?.seq ?? 0;
  const span = Math.abs((rows.at(-1)?.seq ?? 0) - first) + 1;
  return { rows: null, density: Math.min(1, rows.length / span) };
}

function ownRows(db: ReadDb, { of, values }: Extract<Lead, { type: 'rows' }>): LeadEnd {
  if (of === 'escalated') return gathered(db, ROWS.escalated, []);
  if (of === 'closed-after')
    return gathered(db, ROWS[of], [Math.min(...values.map((value) => Date.parse(value)))]);
  if (of !== 'group' && of !== 'incident') return gathered(db, ROWS[of], [JSON.stringify(values)]);
  const found = new Set<number>();
  for (const key of values) {
    const { rows } = gathered(db, ROWS[of], [of === 'group' ? groupKey(key) : key]);
    if (!rows || found.size > FEW_ROWS) return MANY;
    for (const row of rows) found.add(row);
  }
  return found.size > FEW_ROWS ? MANY : { rows: found };
}

const MATCH = 'SELECT rowid AS seq FROM alerts_fts WHERE alerts_fts MATCH ?';

/** What begins so in too many ways is not followed: the index would gather it as a whole first. */
function termRows(db: ReadDb, term: IndexTerm): LeadEnd {
  const rowsOf = (one: string) =>
    gathered(db, MATCH, [termMatch({ ...term, term: one, isBeginning: false })]);
  const whole = rowsOf(term.term);
  // Common by itself: no need to know what else begins so.
  if (!term.isBeginning || !whole.rows) return whole;
  const common = commonName(db, term);
  if (common) return common;
  const named = dictionaryFrom(db, term.term);
  if (named === null) return gathered(db, MATCH, [termMatch(term)]);
  const found = new Set<number>();
  for (const one of named) {
    if (one === null) return MANY;
    const end = rowsOf(one);
    if (!end.rows) return end;
    for (const row of end.rows) found.add(row);
    if (found.size > FEW_ROWS) return MANY;
  }
  return { rows: found };
}

const KINDS = { h: 'host', u: 'user' } as const;

/**
 * A host or user that begins so and is common, by the number of alerts that is kept of each: few names are
 * looked at, and none of the index. Null where none of them is.
 */
function commonName(db: ReadDb, { columns, term }: IndexTerm): LeadEnd | null {
  const kind = KINDS[term[0] as keyof typeof KINDS];
  if (columns !== 'entity_terms' || !kind) return null;
  const start = Buffer.from(term.slice(1), 'hex').toString('utf8');
  const most = db.get<{ alerts: number | null; last: number | null }>(
    `SELECT max(alerts) AS alerts, (SELECT max(seq) FROM alerts) AS last FROM (
       SELECT alerts FROM entities WHERE kind = ? AND value >= ? AND value < ? LIMIT ${TERMS_MAX})`,
    kind,
    start,
    `${start}\u{10ffff}`,
  );
  if ((most?.alerts ?? 0) <= FEW_ROWS) return null;
  return { rows: null, density: Math.min(1, (most?.alerts ?? 0) / (most?.last ?? 1)) };
}

function anyOf(term: IndexTerm, terms: readonly string[]): string {
  const whole = terms.map((one) => `"${one.replaceAll('"', '')}"`);
  return `{${term.columns}} : (${whole.join(' OR ')})`;
}

/**
 * The terms that begin so, a step of the dictionary each, then null where there are more than are named. A step
 * beyond a common term walks through all its rows: who does not want it any more stops there.
 * Null in a thread that has no dictionary open.
 */
function dictionaryFrom(db: ReadDb, prefix: string): Generator<string | null> | null {
  const hasWords = db.get("SELECT 1 FROM temp.sqlite_master WHERE name = 'alert_words'");
  return hasWords ? termsFrom(db, prefix) : null;
}

function* termsFrom(db: ReadDb, prefix: string): Generator<string | null> {
  let from = prefix;
  for (let n = 0; n < TERMS_MAX; n += 1) {
    const next = db.get<{ term: string }>(
      'SELECT term FROM temp.alert_words WHERE term >= ? LIMIT 1',
      from,
    );
    if (!next?.term.startsWith(prefix)) return;
    yield next.term;
    from = next.term + AFTER_TERM;
  }
  yield null;
}

/**
 * What FTS5 can be asked for a stretch of rows at no more than their own cost: whole terms, which it walks from
 * any row on. A beginning is gathered as a whole first, so it is named term by term or left out.
 * Null where nothing is left.
 */
export function lazyMatch(db: ReadDb, lead: Lead): string | null {
  switch (lead.type) {
    case 'rows':
      return null;
    case 'term': {
      if (!lead.term.isBeginning) return `(${termMatch(lead.term)})`;
      const named = [...(dictionaryFrom(db, lead.term.term) ?? [])];
      const terms = named.filter((one) => one !== null);
      const isAll = terms.length > 0 && terms.length === named.length;
      return isAll ? `(${anyOf(lead.term, terms)})` : null;
    }
    default: {
      const parts = lead.leads.map((one) => lazyMatch(db, one));
      const known = parts.filter((part) => part !== null);
      if (known.length === 0 || (lead.type === 'or' && known.length < parts.length)) return null;
      return `(${known.join(lead.type === 'and' ? ' AND ' : ' OR ')})`;
    }
  }
}

/** As one question for the whole of the index, beginnings and all; for work that nobody waits for. */
export function wholeMatch(lead: Lead): string | null {
  switch (lead.type) {
    case 'rows':
      return null;
    case 'term':
      return `(${termMatch(lead.term)})`;
    default: {
      const parts = lead.leads.map(wholeMatch);
      const known = parts.filter((part) => part !== null);
      if (known.length === 0 || (lead.type === 'or' && known.length < parts.length)) return null;
      return `(${known.join(lead.type === 'and' ? ' AND ' : ' OR ')})`;
    }
  }
}
