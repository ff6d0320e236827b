/** Techniques that rules named, with name and tactic from the static table: nothing is guessed from texts. */
import { toIso } from '../../../kernel/time.ts';
import type { CaseTechnique } from '../analysis.ts';
import type { CaseAlert } from '../case.types.ts';
import { byText, byTime, refsOf } from './case-words.ts';

export interface TechniqueTable {
  /** In the order of the matrix. */
  readonly tactics: readonly string[];
  find(id: string): { readonly name: string; readonly tactics: readonly string[] } | undefined;
  /** What ATT&CK names against it; absent or empty where the table says nothing. */
  mitigationsOf?(id: string): readonly { readonly id: string; readonly name: string }[];
}

export function mapTechniques(
  alerts: readonly CaseAlert[],
  table: TechniqueTable,
): CaseTechnique[] {
  const byId = new Map<string, CaseAlert[]>();
  for (const alert of alerts.toSorted(byTime))
    for (const id of new Set(alert.techniques)) {
      const own = byId.get(id) ?? [];
      own.push(alert);
      byId.set(id, own);
    }
  return [...byId]
    .map(([id, own]) => {
      const known = table.find(id);
      return {
        ...{ id, name: known?.name ?? null, tactics: [...(known?.tactics ?? [])] },
        ...{ alerts: own.length, firstSeen: toIso(own[0]?.at ?? 0) },
        evidence: [{ kind: 'technique' as const, id }, ...refsOf(own)],
      };
    })
    .sort((a, b) => byText(a.firstSeen, b.firstSeen) || byText(a.id, b.id));
}

/** Tactics of the alerts, in the order of the matrix. */
export function tacticsOf(
  techniques: readonly CaseTechnique[],
  { tactics }: Pick<TechniqueTable, 'tactics'>,
): string[] {
  const seen = new Set(techniques.flatMap((technique) => technique.tactics));
  return tactics.filter((tactic) => seen.has(tactic));
}
