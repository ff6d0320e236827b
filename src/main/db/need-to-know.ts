/**
 * What a person who is not named in an investigation of few is given of the database: everything but
 * that investigation and what belongs to it. Grants nothing, takes away. Defences: it sits under every
 * read that is done in a person's name, whatever route, job or answer asks (`Database.viewing`), so that
 * a call that forgets about it still tells nothing; a restriction that cannot be read is open to nobody;
 * a table with a column that names an investigation, its evidence or its indicators must be in the list
 * below, or `need-to-know.test.ts` fails.
 *
 * A statement is read through subqueries in the place of its tables. They cost nothing while no
 * investigation is restricted: then statements run as they are written.
 */

/** Account ids that may stand in a statement's text. Whoever bears another is named nowhere. */
const PLAIN_ID = /^[\w.:@-]{1,100}$/;

const literal = (account: string): string => (PLAIN_ID.test(account) ? `'${account}'` : `''`);

export const ANY_RESTRICTED =
  'SELECT 1 FROM main.forensic_investigations WHERE restricted_to IS NOT NULL LIMIT 1';

/** Investigations that are closed to an account. `main.` keeps a name from being replaced itself. */
const closedTo = (account: string): string =>
  `SELECT id FROM main.forensic_investigations WHERE restricted_to IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM json_each(restricted_to) named WHERE named.value = ${literal(account)})`;

const OF_INVESTIGATION = [
  ...['indicators', 'indicator_relations', 'forensic_sessions', 'investigation_comments'],
  ...['promoted_events', 'event_alignments', 'rule_marks', 'evidence', 'evidence_custody'],
] as const;
/** What this workstation made of them. */
const MADE_OF_INVESTIGATION = [
  ...['investigation_places', 'investigation_runs', 'investigation_steps', 'engine_investigated'],
  ...['rule_runs', 'rule_hits', 'rule_hit_totals', 'rule_alerts', 'event_digests', 'process_nodes'],
] as const;
const OF_EVIDENCE = [
  ...['evidence_places', 'evidence_unlinked', 'control_evidence', 'finding_evidence'],
  ...['audit_request_evidence', 'vendor_documents'],
] as const;

/** Alerts that were made of what rules found in them; withdrawn, but logs still say what they were. */
const alertsOf = (closed: string): string =>
  `SELECT alert_id AS id FROM main.rule_alerts WHERE investigation_id IN (${closed})`;

const everyIdOf = (closed: string): string =>
  [
    closed,
    alertsOf(closed),
    ...OF_INVESTIGATION.map(
      (table) => `SELECT id FROM main.${table} WHERE investigation_id IN (${closed})`,
    ),
  ].join(' UNION ALL ');

/** Those of a JSON list of ids, as `id`, that belong to what is closed to an account. */
export const closedAmong = (account: string): string =>
  `SELECT value AS id FROM json_each(?) WHERE value IN (${everyIdOf(closedTo(account))})`;

/** Conditions by table, under which a row is shown. */
function conditionsFor(account: string): Record<string, string> {
  const closed = closedTo(account);
  const of = (table: string) =>
    `SELECT id FROM main.${table} WHERE investigation_id IN (${closed})`;
  const without = (column: string, ids: string) =>
    `(${column} IS NULL OR ${column} NOT IN (${ids}))`;
  const inClosed = (column: string) => without(column, closed);
  const every = everyIdOf(closed);
  const unheard = (column: string) =>
    `NOT EXISTS (SELECT 1 FROM (${[closed, of('evidence'), alertsOf(closed)].join(' UNION ALL ')}) c
       WHERE instr(coalesce(${column}, ''), c.id) > 0)`;
  const untitled = (column: string) =>
    `NOT EXISTS (SELECT 1 FROM main.forensic_investigations c WHERE c.id IN (${closed})
       AND (instr(coalesce(${column}, ''), substr(c.title, 1, 60)) > 0 OR instr(coalesce(${column}, ''), c.id) > 0))`;
  const placed = `EXISTS (SELECT 1 FROM json_each(places) p WHERE p.value ->> '$.place' IN (${closed}))`;
  return {
    forensic_investigations: inClosed('id'),
    ...Object.fromEntries(
      [...OF_INVESTIGATION, ...MADE_OF_INVESTIGATION].map((t) => [t, inClosed('investigation_id')]),
    ),
    ...Object.fromEntries(OF_EVIDENCE.map((t) => [t, without('evidence_id', of('evidence'))])),
    indicator_relations: `${inClosed('investigation_id')} AND to_id NOT IN (${of('indicators')})`,
    indicator_places: without('indicator_id', of('indicators')),
    indicator_sightings: `${without('indicator_id', of('indicators'))} AND ${inClosed('place')}`,
    indicator_sweep_hits: `${without('indicator_id', of('indicators'))} AND NOT ${placed}`,
    indicator_sweeps: `id NOT IN (SELECT sweep_id FROM main.indicator_sweep_hits
      WHERE indicator_id IN (${of('indicators')}) OR ${placed})`,
    // The engine writes what a case is called on the alerts that it is about.
    audit_log: `${without('record_id', every)} AND NOT (action = 'forensics.investigated' AND
      EXISTS (SELECT 1 FROM (${closed}) c WHERE instr(coalesce(changes, ''), c.id) > 0))`,
    desk_action_changes: without('record_id', every),
    desk_action_kept: without('record_id', every),
    sync_conflicts: without('record_id', every),
    notifications: unheard('link'),
    jobs: `(started_by = ${literal(account)} OR (${unheard('title')} AND ${untitled('title')}
      AND kind NOT IN (${JOBS_OF_CASES.map((kind) => `'${kind}'`).join(', ')})))`,
    exchange_receipts: `(started_by = ${literal(account)} OR ${untitled('subject')})`,
    egress_log: untitled('subject'),
  };
}

/** Their titles name files and cases; of others they are not shown where something is closed. */
export const JOBS_OF_CASES: readonly string[] = [
  ...['investigate', 'investigation-report', 'investigation-bundle', 'intake-read', 'rule-run'],
  ...['timeline-export', 'evidence-verify', 'event-digest', 'exchange', 'indicator-sweep'],
];

/** What may follow a table's name and is no other name for it. */
const NO_ALIAS =
  'where|order|group|left|cross|inner|join|on|indexed|not|limit|using|union|natural|except|intersect|having|window';
/** A hint names an index, which a subquery has none of. */
const HINT = String.raw`(?:\s+(?:NOT\s+INDEXED|INDEXED\s+BY\s+\w+))?`;
const ALIAS = String.raw`(?:\s+(?:AS\s+)?(?!(?:${NO_ALIAS})\b)(\w+))?`;

/** Search indexes, and the places of what they find. */
const FULL_TEXT = [
  ['investigation_fts', 'investigation_places', 'investigation_id', 'forensic_investigations'],
  ['investigation_letters', 'investigation_places', 'investigation_id', 'forensic_investigations'],
  ['indicator_fts', 'indicator_places', 'indicator_id', 'indicators'],
  ['evidence_fts', 'evidence_places', 'evidence_id', 'evidence'],
] as const;

/** @returns a function that gives each statement as this account may run it. */
export function statementsFor(account: string): (sql: string) => string {
  const conditions = conditionsFor(account);
  const names = Object.keys(conditions).join('|');
  const source = new RegExp(String.raw`\b(FROM|JOIN)\s+(${names})\b${ALIAS}${HINT}`, 'gi');
  const known = new Map<string, string>();
  return (sql) => {
    const before = known.get(sql);
    if (before !== undefined) return before;
    const seen = withoutClosedWords(replaced(sql, source, conditions), account);
    if (known.size > 500) known.clear();
    known.set(sql, seen);
    return seen;
  };
}

function replaced(
  sql: string,
  source: RegExp,
  conditions: Readonly<Record<string, string>>,
): string {
  // A subquery has no rowid of its own.
  const columns = /\browid\b/i.test(sql) ? 'rowid AS rowid, *' : '*';
  return sql.replace(source, (_, before: string, table: string, alias?: string) => {
    const name = table.toLowerCase();
    return `${before} (SELECT ${columns} FROM main.${name} WHERE ${conditions[name]}) AS ${alias ?? name}`;
  });
}

/** A search counts no place of what is closed. */
function withoutClosedWords(sql: string, account: string): string {
  return FULL_TEXT.reduce((text, [index, places, column, table]) => {
    if (!new RegExp(`\\b${index}\\b`, 'i').test(text)) return text;
    const alias = new RegExp(String.raw`\b(?:FROM|JOIN)\s+${index}${ALIAS}`, 'i').exec(text)?.[1];
    const id = table === 'forensic_investigations' ? 'id' : 'investigation_id';
    return text.replace(
      new RegExp(String.raw`\b${index} MATCH \?`, 'gi'),
      `${index} MATCH ? AND ${alias ?? index}.rowid NOT IN (SELECT place FROM main.${places}
        WHERE ${column} IN (SELECT id FROM main.${table} WHERE ${id} IN (${closedTo(account)})))`,
    );
  }, sql);
}
