/** Lists of what is known to be good: kept by key, so that a million entries cost a lookup. */
import {
  entryOf,
  keysToAsk,
  netsFor,
  type ReadWarninglist,
} from '../../../../shared/areas/forensics/indicators/warninglist.ts';
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';

export interface WarninglistRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly type: string;
  readonly attributes: string;
  readonly entries: number;
  readonly left_out: number;
  readonly is_on: number;
  readonly is_own: number;
  readonly imported_at: number;
}

export const listWarninglists = (db: ReadDb): WarninglistRow[] =>
  db.all<WarninglistRow>('SELECT * FROM warninglists ORDER BY imported_at DESC, name');

export const findWarninglist = (db: ReadDb, id: string): WarninglistRow | undefined =>
  db.get<WarninglistRow>('SELECT * FROM warninglists WHERE id = ?', id);

export function removeWarninglist(tx: WriteTx, id: string): void {
  tx.run('DELETE FROM warninglist_entries WHERE list_id = ?', id);
  tx.run('DELETE FROM warninglists WHERE id = ?', id);
  tx.announce('warninglists', id);
}

export function switchWarninglist(tx: WriteTx, id: string, isOn: boolean): void {
  tx.run('UPDATE warninglists SET is_on = ? WHERE id = ?', isOn ? 1 : 0, id);
  tx.announce('warninglists', id);
}

export interface SavedWarninglist {
  readonly id: string;
  readonly list: ReadWarninglist;
  readonly isOwn: boolean;
  readonly actor: string | null;
}

/** Replaces one of the same name, and keeps whether it was in use. */
export function saveWarninglist(tx: WriteTx, { id, list, isOwn, actor }: SavedWarninglist): void {
  const known = tx.get<{ id: string; is_on: number }>(
    'SELECT id, is_on FROM warninglists WHERE name = ?',
    list.name,
  );
  if (known) removeWarninglist(tx, known.id);
  tx.run(
    `INSERT INTO warninglists (id, name, description, version, type, attributes, entries, left_out,
       is_on, is_own, imported_by, imported_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    list.name,
    list.description,
    list.version,
    list.type,
    JSON.stringify(list.attributes),
    list.keys.length,
    list.leftOut,
    known?.is_on ?? 1,
    isOwn ? 1 : 0,
    actor,
    tx.now,
  );
  tx.run(
    'INSERT OR IGNORE INTO warninglist_entries (key, list_id) SELECT value, ? FROM json_each(?)',
    id,
    JSON.stringify(list.keys),
  );
  tx.announce('warninglists', id);
}

/** What MISP's attributes say of our types; a list that names none is for all. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  ip: /^(?:ip-|domain\|ip)/,
  cidr: /^(?:ip-|domain\|ip)/,
  domain: /^(?:domain|hostname|host)/,
  url: /^(?:url|uri|link|domain|hostname)/,
  email: /^(?:email|domain|hostname)/,
  md5: /md5/,
  sha1: /sha1/,
  sha256: /sha256/,
  sha512: /sha512/,
  ssdeep: /ssdeep/,
  file: /^filename/,
};

export interface KnownGood {
  readonly list: string;
  readonly entry: string;
}

interface Lists {
  readonly byId: ReadonlyMap<
    string,
    { readonly name: string; readonly attributes: readonly string[] }
  >;
  /** '4/24': lengths of prefixes that any list has. */
  readonly nets: readonly string[];
  readonly parts: readonly {
    readonly text: string;
    readonly key: string;
    readonly listId: string;
  }[];
  readonly patterns: readonly {
    readonly test: (text: string) => boolean;
    readonly key: string;
    readonly listId: string;
  }[];
}

/** Compiles a stranger's expression to one that is linear in the text; null where it cannot. */
export type CompilePattern = (source: string) => ((text: string) => boolean) | null;

export type Goodness = (
  db: ReadDb,
  one: { readonly type: string; readonly value: string },
) => KnownGood | null;

/** Why a value is known to be good. What of the lists is read once is kept until they change. */
export function createGoodness(compile: CompilePattern): Goodness {
  let kept: { readonly of: string; readonly lists: Lists } | undefined;
  const listsOf = (db: ReadDb): Lists => {
    const of = db.get<{ v: string | null }>(
      "SELECT group_concat(id || is_on, ' ') AS v FROM warninglists",
    )?.v;
    if (kept?.of !== (of ?? '')) kept = { of: of ?? '', lists: readLists(db, compile) };
    return kept.lists;
  };
  return (db, one) => {
    const lists = listsOf(db);
    if (lists.byId.size === 0) return null;
    for (const { key, listId } of matching(db, lists, one)) {
      const name = listFor(lists, listId, one.type);
      if (name !== null) return { list: name, entry: entryOf(key) };
    }
    return null;
  };
}

interface Entry {
  readonly key: string;
  readonly listId: string;
}

/** Its name, where the list is in use and meant for this type. */
function listFor({ byId }: Lists, listId: string, type: string): string | null {
  const list = byId.get(listId);
  const asked = ATTRIBUTES[type];
  if (!list) return null;
  const isForAll = asked === undefined || list.attributes.length === 0;
  return isForAll || list.attributes.some((one) => asked.test(one)) ? list.name : null;
}

function* matching(
  db: ReadDb,
  { nets, parts, patterns }: Lists,
  { type, value }: { readonly type: string; readonly value: string },
): Generator<Entry> {
  for (const key of keysToAsk(type, value, netsFor(type, value, nets)))
    for (const { list_id } of db.all<{ list_id: string }>(
      'SELECT list_id FROM warninglist_entries WHERE key = ?',
      key,
    ))
      yield { key, listId: list_id };
  const lower = value.toLowerCase();
  for (const part of parts) if (lower.includes(part.text)) yield part;
  for (const pattern of patterns) if (pattern.test(value)) yield pattern;
}

function readLists(db: ReadDb, compile: CompilePattern): Lists {
  const rows = listWarninglists(db).filter(({ is_on }) => is_on === 1);
  const byId = new Map(
    rows.map(({ id, name, attributes }) => [
      id,
      { name, attributes: JSON.parse(attributes) as string[] },
    ]),
  );
  const under = (kind: string) =>
    db
      .all<{ key: string; list_id: string }>(
        'SELECT key, list_id FROM warninglist_entries WHERE key >= ? AND key < ? LIMIT 20000',
        `${kind}:`,
        `${kind};`,
      )
      .filter(({ list_id }) => byId.has(list_id));
  const nets = [...Array(33).keys()]
    .map((bits) => `4/${bits}`)
    .concat([...Array(129).keys()].map((bits) => `6/${bits}`));
  return {
    byId,
    nets: nets.filter(
      (net) =>
        db.get(
          'SELECT 1 FROM warninglist_entries WHERE key >= ? AND key < ? LIMIT 1',
          `${net}:`,
          `${net};`,
        ) !== undefined,
    ),
    parts: under('p').map(({ key, list_id }) => ({ text: key.slice(2), key, listId: list_id })),
    patterns: under('r').flatMap(({ key, list_id }) => {
      const test = compile(key.slice(2));
      return test ? [{ test, key, listId: list_id }] : [];
    }),
  };
}
