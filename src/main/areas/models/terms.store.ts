/** Reads what this workspace knows by name, for the redaction of what leaves. */
import type { Database, ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import type { KnownTerm, PseudonymKind, TermSource } from './redaction.types.ts';

const MOST_STANDING = 20_000;
/** Endings that tell of a company's form, not of its name. */
const LEGAL_FORM =
  /[\s,]+(?:gmbh(?: & co\.? kg)?|ag|kg|ohg|ug|se|e\.?v\.?|ltd\.?|limited|llc|l\.l\.c\.|inc\.?|incorporated|corp\.?|corporation|co\.?|plc|s\.?a\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|b\.?v\.?|n\.?v\.?|a\/s|ab|oy|as|pty\.?|group|holding)$/i;
/** Hosts of mail that are of everybody. */
const PUBLIC_MAIL =
  /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|proton|protonmail|gmx|web|aol|mail)\.[a-z.]+$/;

const isTerm = (value: string | null | undefined): value is string =>
  typeof value === 'string' && value.trim() !== '';

function of(kind: PseudonymKind, ...values: readonly (string | null | undefined)[]): KnownTerm[] {
  return values.filter(isTerm).map((value) => ({ kind, value: value.trim() }));
}

function mail(address: string): KnownTerm[] {
  const [local, domain] = address.trim().toLowerCase().split('@');
  return [
    ...of('MAIL', address),
    ...of('USER', local),
    ...(domain === undefined || PUBLIC_MAIL.test(domain) ? [] : of('DOMAIN', domain)),
  ];
}

function organisation(name: string): KnownTerm[] {
  const short = name.trim().replace(LEGAL_FORM, '').trim();
  return of('ORG', name, short.length >= 4 ? short : null);
}

interface AccountRow {
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

function accountTerms(db: ReadDb): KnownTerm[] {
  const rows = db.all<AccountRow>(
    'SELECT email, first_name, last_name FROM users WHERE deleted_at IS NULL LIMIT ?',
    MOST_STANDING,
  );
  return rows.flatMap(({ email, first_name: first, last_name: last }) => [
    ...mail(email),
    ...of('USER', [first, last].filter(isTerm).join(' '), last, first),
  ]);
}

interface VendorRow {
  readonly name: string;
  readonly domains: string;
  readonly addresses: string;
  readonly primary_contact: string | null;
  readonly security_contact: string | null;
}

/** Contacts are written as they come: addresses in them are found by their form, the rest is a name. */
function contact(text: string | null): KnownTerm[] {
  if (text === null) return [];
  const found = text.match(/[^\s<>(),;]+@[^\s<>(),;]+/g) ?? [];
  const name = text.replace(/[^\s<>(),;]+@[^\s<>(),;]+|[<>(),;].*$/g, '').trim();
  return [...of('MAIL', ...found), ...(/^[\p{L}'. -]{4,60}$/u.test(name) ? of('USER', name) : [])];
}

function vendorTerms(db: ReadDb): KnownTerm[] {
  const rows = db.all<VendorRow>(
    `SELECT name, domains, addresses, primary_contact, security_contact FROM vendors
     WHERE deleted_at IS NULL LIMIT ?`,
    MOST_STANDING,
  );
  return rows.flatMap((row) => [
    ...organisation(row.name),
    ...of('DOMAIN', ...(JSON.parse(row.domains) as string[])),
    ...of('IP', ...(JSON.parse(row.addresses) as string[])),
    ...contact(row.primary_contact),
    ...contact(row.security_contact),
  ]);
}

function workspaceTerms(db: ReadDb): KnownTerm[] {
  const rows = db.all<{ id: string; value: string }>(
    'SELECT id, value FROM policy_values WHERE deleted_at IS NULL',
  );
  return rows.flatMap(({ id, value }) =>
    id === 'workspace.name' ? organisation(value) : id === 'contact' ? contact(value) : [],
  );
}

const KIND_OF_ENTITY: Readonly<Record<string, PseudonymKind>> = {
  host: 'HOST',
  user: 'USER',
  address: 'IP',
  mailbox: 'MAIL',
};

const ENTITIES_AMONG = `SELECT DISTINCT e.kind, e.value FROM json_each(?) j
  CROSS JOIN (SELECT 'host' AS kind UNION ALL SELECT 'user' UNION ALL SELECT 'address'
    UNION ALL SELECT 'mailbox') k
  JOIN entities e INDEXED BY entities_value ON e.kind = k.kind AND e.value = j.value`;
const MARKS_AMONG = `SELECT DISTINCT entity_kind AS kind, entity_value AS value
  FROM entity_marks WHERE deleted_at IS NULL AND entity_value IN (SELECT value FROM json_each(?))`;

function entityTerms(db: ReadDb, words: readonly string[]): KnownTerm[] {
  const asked = JSON.stringify(words);
  const rows = [ENTITIES_AMONG, MARKS_AMONG].flatMap((sql) =>
    db.all<{ kind: string; value: string }>(sql, asked),
  );
  return rows.flatMap(({ kind, value }) => {
    const known = KIND_OF_ENTITY[kind];
    return known === undefined ? [] : of(known, value);
  });
}

export function createTermSource(db: Database): TermSource {
  return {
    standing: () =>
      db.read('models.terms', (reader) => [
        ...workspaceTerms(reader),
        ...accountTerms(reader),
        ...vendorTerms(reader),
      ]),
    among: (words) => db.read('models.termsAmong', (reader) => entityTerms(reader, words)),
    hidesExternal: () => db.read('models.hides', readWorkspaceSettings).models.hidesExternal,
  };
}
