import { type AttackSource, createAttackSource } from '../../db/attack-reader.ts';
import type { ReadDb } from '../../db/database.ts';

/** Names of tactics that techniques serve, in the order of the matrix, each once. */
export type TacticsOf = (db: ReadDb, techniques: readonly string[]) => readonly string[];

/** By the table of ATT&CK that is in use. */
export const tacticsBy =
  (attack: AttackSource): TacticsOf =>
  (db, techniques) =>
    techniques.length === 0 ? [] : attack.of(db).tacticsOf(techniques);

/** For jobs, which are in a thread of their own. @param folder resources/attack. */
export const createTactics = (folder: string): TacticsOf => tacticsBy(createAttackSource(folder));
