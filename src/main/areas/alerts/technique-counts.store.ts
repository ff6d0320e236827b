/** How many alerts name a technique, per UTC day: kept where alerts come and go, never scanned. */
import { remembered } from '../../../shared/kernel/remembered.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import { packedColumn } from '../../db/packed-rows.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { AlertBatch } from './alert-batch.ts';

/** As the packed rows have it: most alerts name no technique, and cost one comparison. */
const NO_TECHNIQUES = '[]';

/** What else a file calls a technique is kept with its alert, but is none of ATT&CK's matrix. */
const TECHNIQUE_ID = /^T\d{4}(?:\.\d{3})?$/;

export interface TechniqueAlert {
  readonly createdAt: number;
  readonly techniques: readonly string[];
}

/** Counts alerts in (1) that were inserted, or out (-1) before they are deleted. */
export function countTechniques(
  tx: WriteTx,
  alerts: readonly TechniqueAlert[],
  change: 1 | -1,
): void {
  const counts = new Map<string, { day: number; technique: string; n: number }>();
  for (const { createdAt, techniques } of alerts) {
    const day = Math.floor(createdAt / DAY_MS);
    for (const technique of techniques.length > 1 ? new Set(techniques) : techniques) {
      if (!TECHNIQUE_ID.test(technique)) continue;
      const key = `${day}|${technique}`;
      const count = counts.get(key);
      if (count) count.n += change;
      else counts.set(key, { day, technique, n: change });
    }
  }
  for (const { day, technique, n } of counts.values()) {
    tx.run(
      `INSERT INTO technique_counts (day, technique, n) VALUES (?, ?, ?)
       ON CONFLICT (day, technique) DO UPDATE SET n = n + excluded.n`,
      day,
      technique,
      n,
    );
  }
}

/** Those of a batch's inserted rows that name a technique. */
export function techniqueAlerts(batch: AlertBatch, places: readonly number[]): TechniqueAlert[] {
  const texts = packedColumn(batch.rows, 'techniques') ?? [];
  const createdAt = packedColumn(batch.rows, 'createdAt') ?? [];
  const techniquesOf = remembered((text) => JSON.parse(text) as readonly string[]);
  const found: TechniqueAlert[] = [];
  for (const place of places) {
    const text = texts[place] as string;
    if (text === NO_TECHNIQUES) continue;
    found.push({
      createdAt: createdAt[place] as number,
      techniques: techniquesOf(text),
    });
  }
  return found;
}
