import type { PromotedEvent } from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import type { ReadDb } from '../../../db/database.ts';
import { peopleNames } from '../investigations.store.ts';
import { toPromoted } from './promoted-rows.ts';
import { alignmentsOf, type PromotedRow } from './promotions.store.ts';
import { promotedMarks } from './timeline.store.ts';

export function answerPromoted(
  db: ReadDb,
  rows: readonly PromotedRow[],
  investigationId: string,
): PromotedEvent[] {
  const alignments = alignmentsOf(db, investigationId);
  const people = [
    ...rows.map(({ promotedBy }) => promotedBy),
    ...[...alignments.values()].map(({ setBy }) => setBy),
  ];
  const names = peopleNames(
    db,
    people.filter((id) => id !== null),
  );
  return rows.map((row) => toPromoted(row, alignments.get(row.sourceId), names));
}

/** Of a case, by their aligned times; those without one last. */
export function readPromoted(db: ReadDb, investigationId: string, limit: number): PromotedEvent[] {
  const rows = promotedMarks(db, investigationId, limit);
  const place = ({ alignedAt, alignedNanos }: PromotedEvent): string =>
    alignedAt === null ? '~' : `${alignedAt.slice(0, -1)}${String(alignedNanos).padStart(6, '0')}`;
  return answerPromoted(db, rows, investigationId).sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
