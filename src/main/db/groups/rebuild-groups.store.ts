/**
 * Groups made from the alerts: after an upgrade, and where the rules changed. It walks the alerts by
 * their `seq` and moves those that stand elsewhere, so that at every moment in between no alert is in
 * two groups, every number is right, and a walk that was cut off goes on where it was.
 */
import type { WriteTx } from '../write-door.ts';
import { readBuild, saveBuild } from './group-build.store.ts';
import { GroupChanges } from './group-changes.store.ts';
import { readGroupRules } from './group-rules.ts';
import { createKeyChooser, type GroupedAlert, toMember } from './keep-groups.store.ts';

interface StoredAlert extends Omit<GroupedAlert, 'techniques'> {
  techniques: string;
  key: Buffer | null;
}

/** One step of the walk, in one transaction. Returns how many alerts it passed; 0 at the end. */
export function buildStep(tx: WriteTx, limit: number): number {
  const rules = readGroupRules(tx);
  const row = readBuild(tx);
  const position = row?.rules === rules.text ? row.position : 0;
  const alerts = tx.all<StoredAlert>(
    `SELECT a.seq, a.id, a.title, a.description, a.severity, a.status, a.source,
       a.source_host AS sourceHost, a.source_user AS sourceUser, a.source_ip AS sourceIp,
       a.dest_ip AS destIp, a.detector, a.category, a.techniques, a.created_at AS createdAt,
       a.suppressed_by AS suppressedBy, g.key
     FROM alerts a
     LEFT JOIN group_members m ON m.alert_seq = a.seq
     LEFT JOIN alert_groups g ON g.id = m.group_id
     WHERE a.seq > ? AND a.deleted_at IS NULL ORDER BY a.seq LIMIT ?`,
    position,
    limit,
  );
  const keyOf = createKeyChooser(tx, rules, () => alerts.map(({ id }) => id));
  const changes = new GroupChanges();
  for (const { key, techniques, ...stored } of alerts) {
    const alert = { ...stored, techniques: JSON.parse(techniques) as string[] };
    const wanted = keyOf(alert);
    if (key && Buffer.compare(key, wanted) === 0) continue;
    const member = toMember(changes, alert);
    if (key) changes.remove(key, member);
    changes.add(wanted, member);
  }
  changes.apply(tx);
  saveBuild(tx, rules.text, alerts.at(-1)?.seq ?? position, alerts.length < limit);
  return alerts.length;
}
