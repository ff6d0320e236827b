/** Which controls of SP 800-53 mitigate which ATT&CK technique, and what techniques are called. */
import type { AttackSource } from '../../db/attack-reader.ts';
import type { ReadDb } from '../../db/database.ts';

export interface ThreatTable {
  /** Ids of controls as packs write them (`AC-2`); none where nothing mitigates the technique. */
  controlsOf(technique: string): readonly string[];
  nameOf(db: ReadDb, technique: string): string | null;
  /** Reads the tables, which the first question would do otherwise. */
  read(): void;
}

export function createThreatTable(attack: AttackSource): ThreatTable {
  return {
    controlsOf: attack.controlsOf,
    nameOf: (db, technique) => attack.of(db).names.find(technique)?.name ?? null,
    read() {
      attack.shipped();
      attack.controlsOf('');
    },
  };
}
