/** Controls of different frameworks that ask for the same: what is asked of one answers the others. */
import type { Database } from '../../db/database.ts';
import type { CrosswalkGraph } from './crosswalk-graph.ts';

/**
 * Of some controls, in their order, those that a crosswalk calls equal to one before them that is
 * kept itself. Direct links only: what is equal to an equal one was not said to be equal.
 */
export function createEqualControls(db: Database, graph: CrosswalkGraph) {
  return (controlIds: readonly string[]): ReadonlySet<string> =>
    db.read('compliance.equalControls', (reader) => {
      const frameworks = reader.all<{ id: string }>(
        `SELECT DISTINCT framework_id AS id FROM controls
         WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
        JSON.stringify(controlIds),
      );
      const ids = frameworks.map(({ id }) => id);
      const equals = new Map<string, Set<string>>();
      for (const link of graph.linksFrom(reader, ids, ids)) {
        if (link.relation !== 'equal') continue;
        const ends = [link.sourceControlId, link.targetControlId] as const;
        for (const [one, other] of [ends, [ends[1], ends[0]] as const])
          equals.set(one, (equals.get(one) ?? new Set()).add(other));
      }
      const kept = new Set<string>();
      const dropped = new Set<string>();
      for (const id of controlIds) {
        const isAsked = [...(equals.get(id) ?? [])].some((other) => kept.has(other));
        (isAsked ? dropped : kept).add(id);
      }
      return dropped;
    });
}
