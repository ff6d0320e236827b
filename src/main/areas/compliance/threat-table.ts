/**
 * Which controls of SP 800-53 mitigate which ATT&CK technique, and what techniques are called: tables
 * of others in resources/attack, each with its notice.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { techniqueOrParent } from '../../../shared/areas/compliance/soc-proof.rules.ts';

const tableSchema = z.object({
  notice: z.string(),
  attackVersion: z.string(),
  controls: z.array(z.string()),
  techniques: z.record(z.string(), z.array(z.number().int())),
});
const namesSchema = z.object({ techniques: z.record(z.string(), z.array(z.unknown()).min(1)) });

export interface ThreatTable {
  /** Ids of controls as packs write them (`AC-2`); none where nothing mitigates the technique. */
  controlsOf(technique: string): readonly string[];
  nameOf(technique: string): string | null;
}

/** Read when somebody first asks. @param folder resources/attack. */
export function createThreatTable(folder: string): ThreatTable {
  let kept: { table: Map<string, string[]>; names: Map<string, string> } | undefined;
  const read = () => {
    const parse = <T>(schema: z.ZodType<T>, name: string) =>
      schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const { controls, techniques } = parse(tableSchema, 'technique-controls.json');
    const names = parse(namesSchema, 'techniques.json').techniques;
    kept ??= {
      table: new Map(
        Object.entries(techniques).map(([id, places]) => [
          id,
          places.flatMap((place) => controls[place] ?? []),
        ]),
      ),
      names: new Map(Object.entries(names).map(([id, [name]]) => [id, String(name)])),
    };
    return kept;
  };
  return {
    controlsOf: (technique) => techniqueOrParent((kept ?? read()).table, technique) ?? [],
    nameOf: (technique) => (kept ?? read()).names.get(technique) ?? null,
  };
}
