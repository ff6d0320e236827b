/** What the matching reads: vendors' terms, new alerts and indicators, and how far it came. */
import type {
  SignalText,
  VendorTerms,
} from '../../../shared/areas/vendors/vendor-signals.rules.ts';
import { type Severity, severitySchema } from '../../../shared/kernel/severity.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

export const SIGNAL_SOURCES = ['alerts', 'indicators'] as const;
export type SignalSource = (typeof SIGNAL_SOURCES)[number];

/** Something that may touch vendors, with its place in its table. */
export interface SignalThing {
  readonly place: number;
  readonly thing: 'alert' | 'indicator';
  readonly id: string;
  readonly severity: Severity;
  /** When it happened, ms. */
  readonly at: number;
  readonly texts: readonly SignalText[];
}

const HAS_TERMS = `deleted_at IS NULL AND (domains <> '[]' OR addresses <> '[]' OR software <> '[]')`;

export function countVendorsWithTerms(db: ReadDb): number {
  return (
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM vendors INDEXED BY vendors_with_terms WHERE ${HAS_TERMS}`,
    )?.n ?? 0
  );
}

interface TermsRow {
  readonly id: string;
  readonly domains: string;
  readonly addresses: string;
  readonly software: string;
}

const parsed = (row: TermsRow): VendorTerms => ({
  id: row.id,
  domains: JSON.parse(row.domains),
  addresses: JSON.parse(row.addresses),
  software: JSON.parse(row.software),
});

/**
 * Of vendors that are not terminated, as far as past alerts were looked through for them: what is
 * looked for in new ones and what in past ones meet at one place, and nothing is found twice.
 */
export function readTerms(db: ReadDb): VendorTerms[] {
  return db
    .all<{ id: string; terms: string }>(
      `SELECT v.id, m.terms FROM vendor_match_terms m CROSS JOIN vendors v ON v.id = m.vendor_id
       WHERE v.deleted_at IS NULL AND v.status <> 'TERMINATED'
         AND (v.domains <> '[]' OR v.addresses <> '[]' OR v.software <> '[]')`,
    )
    .map(({ id, terms }) => {
      const [domains = [], addresses = [], software = []] = JSON.parse(terms) as string[][];
      return { id, domains, addresses, software };
    });
}

export interface ChangedTerms {
  readonly vendorId: string;
  /** As they are now, to be remembered. */
  readonly now: string;
  /** Those that were not there before. */
  readonly added: VendorTerms;
}

/** Vendors whose terms are not those that past alerts were looked through for. */
export function changedTerms(db: ReadDb, limit: number): ChangedTerms[] {
  const rows = db.all<TermsRow & { before: string | null; now: string }>(
    `SELECT v.id, v.domains, v.addresses, v.software, m.terms AS before,
       json_array(json(v.domains), json(v.addresses), json(v.software)) AS now
     FROM vendors v INDEXED BY vendors_with_terms
     LEFT JOIN vendor_match_terms m ON m.vendor_id = v.id
     WHERE v.deleted_at IS NULL
       AND (v.domains <> '[]' OR v.addresses <> '[]' OR v.software <> '[]')
       AND v.status <> 'TERMINATED'
       AND m.terms IS NOT json_array(json(v.domains), json(v.addresses), json(v.software))
     LIMIT ?`,
    limit,
  );
  return rows.map((row) => {
    const [domains = [], addresses = [], software = []] = JSON.parse(
      row.before ?? '[]',
    ) as string[][];
    const terms = parsed(row);
    const without = (all: readonly string[], old: readonly string[]) =>
      all.filter((term) => !old.includes(term));
    return {
      vendorId: row.id,
      now: row.now,
      added: {
        id: row.id,
        domains: without(terms.domains, domains),
        addresses: without(terms.addresses, addresses),
        software: without(terms.software, software),
      },
    };
  });
}

export function rememberTerms(tx: WriteTx, vendorId: string, terms: string): void {
  tx.run(
    `INSERT INTO vendor_match_terms (vendor_id, terms) VALUES (?, ?)
     ON CONFLICT (vendor_id) DO UPDATE SET terms = excluded.terms`,
    vendorId,
    terms,
  );
}

/** How far a source was looked at, and how far it goes. A table that was emptied begins anew. */
export function readPlaces(db: ReadDb, source: SignalSource): { place: number; last: number } {
  const last =
    db.get<{ last: number | null }>(
      source === 'alerts'
        ? 'SELECT max(seq) AS last FROM alerts'
        : 'SELECT max(rowid) AS last FROM indicators',
    )?.last ?? 0;
  const kept =
    db.get<{ place: number }>('SELECT place FROM vendor_match_cursors WHERE name = ?', source)
      ?.place ?? 0;
  return { place: Math.min(kept, last), last };
}

export function keepPlace(tx: WriteTx, source: SignalSource, place: number): void {
  tx.run(
    `INSERT INTO vendor_match_cursors (name, place) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET place = excluded.place`,
    source,
    place,
  );
}

interface AlertRow {
  readonly seq: number;
  readonly id: string;
  readonly severity: Severity;
  readonly created_at: number;
  readonly title: string;
  readonly description: string;
  readonly source_host: string | null;
  readonly source_user: string | null;
  readonly source_ip: string | null;
  readonly dest_ip: string | null;
}

const ALERT_COLUMNS =
  'seq, id, severity, created_at, title, description, source_host, source_user, source_ip, dest_ip';

/** `detector` and `source` are our own sensors: they say nothing about whom an alert touches. */
function toThing(row: AlertRow): SignalThing {
  const texts = [
    { field: 'title', text: row.title },
    { field: 'destIp', text: row.dest_ip },
    { field: 'sourceIp', text: row.source_ip },
    { field: 'sourceHost', text: row.source_host },
    { field: 'sourceUser', text: row.source_user },
    { field: 'description', text: row.description },
  ].flatMap(({ field, text }) => (text ? [{ field, text }] : []));
  const { seq: place, id, severity, created_at: at } = row;
  return { place, thing: 'alert', id, severity, at, texts };
}

/** The next ones after a place, and the place to go on from. False positives touch nobody. */
export function readNewThings(
  db: ReadDb,
  source: SignalSource,
  { after, limit }: { after: number; limit: number },
): { things: SignalThing[]; place: number } {
  if (source === 'alerts') {
    const rows = db.all<AlertRow & { status: string; deleted_at: number | null }>(
      `SELECT ${ALERT_COLUMNS}, status, deleted_at FROM alerts WHERE seq > ? ORDER BY seq LIMIT ?`,
      after,
      limit,
    );
    const counted = rows.filter(
      ({ status, deleted_at }) => deleted_at === null && status !== 'FALSE_POSITIVE',
    );
    return { things: counted.map(toThing), place: rows.at(-1)?.seq ?? after };
  }
  const rows = db.all<{
    place: number;
    id: string;
    value: string;
    description: string | null;
    severity: string;
    created_at: number;
    is_used: 0 | 1;
  }>(
    `SELECT rowid AS place, id, value, description, severity, created_at,
       deleted_at IS NULL AND is_active = 1 AS is_used
     FROM indicators WHERE rowid > ? ORDER BY rowid LIMIT ?`,
    after,
    limit,
  );
  const things = rows
    .filter((row) => row.is_used === 1)
    .map(
      (row): SignalThing => ({
        place: row.place,
        thing: 'indicator',
        id: row.id,
        severity: severitySchema.catch('MEDIUM').parse(row.severity),
        at: row.created_at,
        texts: [
          { field: 'value', text: row.value },
          ...(row.description ? [{ field: 'description', text: row.description }] : []),
        ],
      }),
    );
  return { things, place: rows.at(-1)?.place ?? after };
}

/** Words of the search index in their order; a last one may be a beginning. */
const phrase = (words: readonly string[], isBeginning = false): string =>
  `"${words.join(' ')}"${isBeginning ? ' *' : ''}`;

const wordsOf = (term: string): string[] => term.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** What an address or a network looks like in the index: whole groups, each behind an x. */
function addressQuery(term: string): string | null {
  const [address = '', prefix] = term.split('/');
  if (address.includes(':'))
    return prefix === undefined ? phrase([address.replaceAll(':', 'x')]) : null;
  if (prefix === undefined) return phrase([address.replaceAll('.', 'x')]);
  const groups = address.split('.').slice(0, Math.min(4, Math.floor(Number(prefix) / 8)));
  if (groups.length === 0) return null;
  return groups.length === 4 ? phrase([groups.join('x')]) : phrase([`${groups.join('x')}x`], true);
}

function queriesOf({ domains, addresses, software }: VendorTerms): string[] {
  return [
    ...[...domains, ...software].map((term) => {
      const words = wordsOf(term);
      return words.length === 0 ? null : phrase(words);
    }),
    ...addresses.map(addressQuery),
  ].filter((query) => query !== null);
}

/** Past alerts that may touch a vendor's terms, out of the search index: the newest, not all. */
export function pastCandidates(
  db: ReadDb,
  terms: VendorTerms,
  { upTo, since, limit }: { upTo: number; since: number; limit: number },
): SignalThing[] {
  const seqs = new Set(
    queriesOf(terms).flatMap((query) =>
      db
        .all<{ rowid: number }>(
          `SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? AND rowid <= CAST(? AS INTEGER)
           ORDER BY rowid DESC LIMIT ?`,
          query,
          upTo,
          limit,
        )
        .map(({ rowid }) => rowid),
    ),
  );
  return db
    .all<AlertRow>(
      `SELECT ${ALERT_COLUMNS} FROM alerts WHERE seq IN (SELECT value FROM json_each(?))
         AND deleted_at IS NULL AND status <> 'FALSE_POSITIVE' AND created_at >= ?`,
      JSON.stringify([...seqs]),
      since,
    )
    .map(toThing);
}
