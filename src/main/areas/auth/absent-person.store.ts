/** Somebody of another workspace whom records name: readable by name, and nobody's way in. */
import { usersTable } from '../../db/tables/auth.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export interface AbsentPerson {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Deactivated, with the role that may least, without a password, under a name that gets no mail. */
export function addAbsentPerson(tx: WriteTx, { id, firstName, lastName }: AbsentPerson): void {
  tx.insert(usersTable, {
    ...{ id, email: `${id.toLowerCase()}@elsewhere.invalid`, firstName, lastName },
    ...{ profileImageUrl: null, role: 'Auditor', deactivatedAt: tx.now },
    ...{ createdAt: tx.now, updatedAt: tx.now },
  });
}
