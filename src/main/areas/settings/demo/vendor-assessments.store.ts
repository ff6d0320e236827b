import type { WriteTx } from '../../../db/write-door.ts';

/** What is there was looked at when it came: the matching goes on with what is new. */
export function markSignalsMatched(tx: WriteTx): void {
  for (const [name, last] of [
    ['alerts', 'SELECT max(seq) AS last FROM alerts'],
    ['indicators', 'SELECT max(rowid) AS last FROM indicators'],
  ] as const)
    tx.run(
      `INSERT INTO vendor_match_cursors (name, place) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET place = excluded.place`,
      name,
      tx.get<{ last: number | null }>(last)?.last ?? 0,
    );
  tx.run(
    `INSERT INTO vendor_match_terms (vendor_id, terms)
     SELECT id, json_array(json(domains), json(addresses), json(software)) FROM vendors
     WHERE deleted_at IS NULL AND (domains <> '[]' OR addresses <> '[]' OR software <> '[]')`,
  );
}
