/** What a rule would make of the newest alerts of its source, without writing anything. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ALERT_STATUSES } from '../../../shared/areas/alerts/alerts.contract.ts';
import type {
  FingerprintChange,
  FingerprintPreview,
} from '../../../shared/areas/incidents/groups.contract.ts';
import { EVERY_SOURCE, type Fingerprinted } from '../../../shared/areas/incidents/groups.rules.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import type { ReadDb } from '../../db/database.ts';
import { createKeyMaker, readGroupRules, withFingerprint } from '../../db/groups/group-rules.ts';

/** So many alerts are counted while somebody waits. */
const LOOKED_AT = 2_000;
const LARGEST = 5;

const COLUMNS = `a.source, a.title, a.detector, a.severity, a.category, a.source_host AS sourceHost,
  a.source_user AS sourceUser, a.source_ip AS sourceIp, a.dest_ip AS destIp, a.created_at AS createdAt`;

/** Rows whose keys are worked out in one go; then whoever waits for the core has a turn. */
const AT_ONCE = 250;

/** The newest alerts of a source, but for what suppression hides (the index holds the others): ranges of its index, merged; of every source, the last that came. */
function newestOf(db: ReadDb, source: string): number[] {
  const seqsOf = (rows: readonly { readonly seq: number }[]) => rows.map(({ seq }) => seq);
  if (source === EVERY_SOURCE)
    return seqsOf(
      db.all(
        'SELECT seq FROM alerts WHERE deleted_at IS NULL ORDER BY seq DESC LIMIT ?',
        LOOKED_AT,
      ),
    );
  const ranges = ALERT_STATUSES.flatMap((status) =>
    SEVERITIES.map((severity) => [status, severity]),
  );
  const sql = `SELECT a.seq, a.created_at FROM alerts a
    WHERE a.source = ? AND a.status = ? AND a.severity = ? AND a.deleted_at IS NULL
      AND a.suppressed_by IS NULL`;
  return seqsOf(
    db.all(
      `${ranges.map(() => sql).join(' UNION ALL ')} ORDER BY 2 DESC LIMIT ?`,
      ...ranges.flatMap((range) => [source, ...range]),
      LOOKED_AT,
    ),
  );
}

/** In steps of a few milliseconds, with the event loop between them. */
export async function previewFingerprint(
  read: <R>(fn: (db: ReadDb) => R) => R,
  change: FingerprintChange,
): Promise<FingerprintPreview> {
  const { source, fields } = change;
  const { rules, seqs } = read((db) => ({
    rules: readGroupRules(db),
    seqs: newestOf(db, source),
  }));
  const makeNow = createKeyMaker(rules);
  const makeAfter = createKeyMaker(withFingerprint(rules, source, fields));
  const now = new Set<string>();
  const after = new Map<string, { title: string; alerts: number }>();
  const keyOf = (key: Uint8Array) => Buffer.from(key).toString('latin1');
  let looked = 0;
  for (let from = 0; from < seqs.length; from += AT_ONCE) {
    await nextTurn();
    const alerts = read((db) =>
      db.all<Fingerprinted>(
        `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN alerts a ON a.seq = j.value
         WHERE a.deleted_at IS NULL`,
        JSON.stringify(seqs.slice(from, from + AT_ONCE)),
      ),
    );
    looked += alerts.length;
    for (const alert of alerts) {
      now.add(keyOf(makeNow(alert)));
      const key = keyOf(makeAfter(alert));
      const group = after.get(key);
      if (group) group.alerts++;
      else after.set(key, { title: alert.title, alerts: 1 });
    }
  }
  const isEvery = source === EVERY_SOURCE;
  const all = read((db) =>
    db.get<{ n: number | null }>(
      `SELECT sum(n) AS n FROM alert_totals${isEvery ? '' : ' WHERE source = ?'}`,
      ...(isEvery ? [] : [source]),
    ),
  );
  return {
    alerts: looked,
    all: all?.n ?? 0,
    groupsNow: now.size,
    groupsAfter: after.size,
    largest: [...after.values()].sort((a, b) => b.alerts - a.alerts).slice(0, LARGEST),
  };
}
