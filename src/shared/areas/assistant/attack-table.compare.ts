/** What one table of ATT&CK would change against another, for a person to see before it is applied. */
import type { AttackData } from './attack-table.types.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface AttackChanges {
  readonly added: readonly Named[];
  readonly renamed: readonly { readonly id: string; readonly from: string; readonly to: string }[];
  /** Tactics by name. */
  readonly moved: readonly {
    readonly id: string;
    readonly name: string;
    readonly from: readonly string[];
    readonly to: readonly string[];
  }[];
  readonly revoked: readonly (Named & { readonly by: string | null })[];
  /** Known before, and not in the other table at all. */
  readonly gone: readonly Named[];
  readonly tactics: { readonly added: readonly string[]; readonly gone: readonly string[] };
  /** Pairs of technique and mitigation. */
  readonly pairs: { readonly before: number; readonly after: number };
  readonly isOlder: boolean;
}

const tacticNames = (data: AttackData, places: readonly number[]) =>
  places.flatMap((place) => data.tactics[place]?.name ?? []);
const pairsOf = ({ mitigates }: AttackData): number =>
  Object.values(mitigates).reduce((sum, ids) => sum + ids.length, 0);
const without = (all: readonly string[], others: readonly string[]) =>
  all.filter((one) => !others.includes(one));

export function compareAttack(before: AttackData, after: AttackData): AttackChanges {
  const known = new Map(before.techniques.map((one) => [one.id, one]));
  const now = new Map(after.techniques.map((one) => [one.id, one]));
  const retired = new Map(after.retired.map((one) => [one.id, one]));
  const left = before.techniques.filter(({ id }) => !now.has(id));
  const both = after.techniques.flatMap((one) => {
    const old = known.get(one.id);
    return old ? [{ one, old }] : [];
  });
  const names = (data: AttackData) => data.tactics.map(({ name }) => name);
  return {
    added: after.techniques
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({ id, name })),
    renamed: both
      .filter(({ one, old }) => one.name !== old.name)
      .map(({ one, old }) => ({ id: one.id, from: old.name, to: one.name })),
    moved: both
      .map(({ one, old }) => ({
        ...{ id: one.id, name: one.name },
        from: tacticNames(before, old.tactics),
        to: tacticNames(after, one.tactics),
      }))
      .filter(({ from, to }) => without(from, to).length + without(to, from).length > 0),
    revoked: left.flatMap(({ id, name }) => {
      const one = retired.get(id);
      return one ? [{ id, name, by: one.by }] : [];
    }),
    gone: [...left, ...before.retired]
      .filter(({ id }) => !now.has(id) && !retired.has(id))
      .map(({ id, name }) => ({ id, name })),
    tactics: {
      added: without(names(after), names(before)),
      gone: without(names(before), names(after)),
    },
    pairs: { before: pairsOf(before), after: pairsOf(after) },
    isOlder: isOlder(after.version, before.version),
  };
}

/** By parts, `17.1` before `18`; what says no version is no older than another. */
function isOlder(version: string, than: string): boolean {
  const parts = (text: string) => text.split('.').map(Number);
  const [own, other] = [parts(version), parts(than)];
  if ([...own, ...other].some(Number.isNaN)) return false;
  const at = own.findIndex((part, n) => part !== (other[n] ?? 0));
  return at === -1 ? false : (own[at] ?? 0) < (other[at] ?? 0);
}
