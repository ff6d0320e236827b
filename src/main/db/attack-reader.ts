/**
 * ATT&CK as this workspace has it: the table that ships, or the one that an administrator read in by
 * file. Everything that names techniques reads it here. Parsed once a table and thread; whether it
 * changed is asked by its checksum.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseAttackFile } from '../../shared/areas/assistant/attack-table.parse.ts';
import { type AttackTable, createAttackTable } from '../../shared/areas/assistant/attack-table.ts';
import type { AttackData } from '../../shared/areas/assistant/attack-table.types.ts';
import type { ReadDb } from './database.ts';

const controlsSchema = z.object({
  controls: z.array(z.string()),
  techniques: z.record(z.string(), z.array(z.number().int())),
});

export interface AttackSource {
  /** As the reader sees it. */
  of(db: ReadDb): AttackTable;
  dataOf(db: ReadDb): AttackData;
  shipped(): AttackData;
  /** Ids of controls of SP 800-53 as packs write them (`AC-2`), of the technique or its parent. */
  controlsOf(technique: string): readonly string[];
}

interface Kept {
  /** Empty: the shipped one. */
  readonly checksum: string;
  readonly data: AttackData;
  readonly table: AttackTable;
}

/** Read when somebody first asks. @param folder resources/attack. */
export function createAttackSource(folder: string): AttackSource {
  let controls: ReadonlyMap<string, readonly string[]> | undefined;
  let shipped: AttackData | undefined;
  let kept: Kept | undefined;
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  function readControls(): ReadonlyMap<string, readonly string[]> {
    const table = controlsSchema.parse(JSON.parse(read('technique-controls.json')));
    return new Map(
      Object.entries(table.techniques).map(([id, places]) => [
        id,
        places.flatMap((place) => table.controls[place] ?? []),
      ]),
    );
  }
  const controlsOf = (technique: string): readonly string[] => {
    controls ??= readControls();
    return controls.get(technique) ?? controls.get(technique.split('.')[0] ?? '') ?? [];
  };
  const shippedData = (): AttackData => {
    shipped ??= parseAttackFile(read('enterprise.json'));
    return shipped;
  };

  function keptOf(db: ReadDb): Kept {
    const checksum = appliedChecksum(db);
    if (kept?.checksum !== checksum) {
      const data = checksum === '' ? shippedData() : appliedData(db, shippedData);
      kept = { checksum, data, table: createAttackTable(data, controlsOf) };
    }
    return kept;
  }
  return {
    of: (db) => keptOf(db).table,
    dataOf: (db) => keptOf(db).data,
    shipped: shippedData,
    controlsOf,
  };
}

const appliedChecksum = (db: ReadDb): string =>
  db.get<{ checksum: string }>('SELECT checksum FROM attack_table WHERE one = 1')?.checksum ?? '';

/** What cannot be read, as after a restore of a newer version's backup, leaves the shipped one in use. */
function appliedData(db: ReadDb, shipped: () => AttackData): AttackData {
  const row = db.get<{ data: string }>('SELECT data FROM attack_table WHERE one = 1');
  try {
    return parseAttackFile(row?.data ?? '');
  } catch {
    return shipped();
  }
}
