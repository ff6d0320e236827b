import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** `resources/attack/techniques.json`: id → name and the places of its tactics in the matrix. */
const attackFileSchema = z.object({
  notice: z.string(),
  tactics: z.array(z.string()),
  techniques: z.record(z.string(), z.tuple([z.string()], z.number().int())),
});

export interface AttackNames {
  readonly tactics: readonly string[];
  find(id: string): { name: string; tactics: string[] } | undefined;
}

export function readAttackNames(path: string): AttackNames {
  const { tactics, techniques } = attackFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const byId = new Map(Object.entries(techniques));
  return {
    tactics,
    find(id) {
      const found = byId.get(id);
      if (!found) return undefined;
      const [name, ...places] = found;
      return { name, tactics: places.flatMap((place) => tactics[place] ?? []) };
    },
  };
}
