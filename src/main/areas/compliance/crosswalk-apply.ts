/** Assesses chosen controls with what another framework says for them, one after the other. */
import { RELATION_WORDS } from '../../../shared/areas/compliance/crosswalk.rules.ts';
import type {
  ApplyProjection,
  CrosswalkProjection,
  ProjectionReceipt,
  ProjectionRow,
} from '../../../shared/areas/compliance/crosswalks.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../db/write-door.ts';
import { assessControl, mustFindControl } from './control-assess.store.ts';

/** A click comes through between so many assessments. */
const APPLY_AT_ONCE = 10;
const REASON_STORED_MAX = 1000;

type Choice = ApplyProjection['controls'][number];
type Skipped = ProjectionReceipt['skipped'][number];

/** What the history of a control says of where its assessment came from. */
function carriedReason(reason: string, from: string, row: ProjectionRow): string {
  const sources = row.sources
    .filter(({ carries }) => carries !== null)
    .map(
      ({ ref, relation, origin }) =>
        `${ref} (${RELATION_WORDS[relation].toLowerCase()} this, says ${origin})`,
    );
  const end = /[.!?]$/.test(reason) ? '' : '.';
  const text = `${reason}${end} Carried over from ${from}: ${sources.join('; ')}`;
  return text.length > REASON_STORED_MAX ? `${text.slice(0, REASON_STORED_MAX - 1)}…` : text;
}

interface ApplyOne {
  readonly row: ProjectionRow;
  readonly status: Choice['status'];
  readonly from: string;
  readonly actor: string;
  readonly reason: string;
  readonly overwrite: boolean;
}

function applyOne(db: Database, one: ApplyOne): Skipped | null {
  const { row, status } = one;
  const id = row.controlId;
  const skip = (reason: string): Skipped => ({ id, reason });
  if (row.projected !== status) return skip('The other framework says something else by now');
  const caller: Caller = {
    ...{ actor: one.actor, origin: 'user', action: 'compliance.assess-by-crosswalk' },
    reason: carriedReason(one.reason, one.from, row),
  };
  try {
    return db.write(caller, (tx) => {
      const now = mustFindControl(tx, id);
      if (now.status !== row.status) return skip('Somebody assessed it meanwhile');
      if (now.status === status) return skip('It is assessed like this already');
      if (now.status !== 'NOT_ASSESSED' && !one.overwrite) return skip('It is assessed already');
      assessControl(tx, id, status);
      return null;
    });
  } catch (error) {
    if (error instanceof AppError) return skip(error.message);
    throw error;
  }
}

/** Each control gets an entry of its own in the history, which names the sources. */
export async function applyProjection(
  db: Database,
  projection: CrosswalkProjection,
  input: ApplyProjection,
  actor: string,
): Promise<ProjectionReceipt> {
  const rows = new Map(projection.rows.map((row) => [row.controlId, row]));
  const { reason, overwrite } = input;
  const from = projection.from.name;
  const receipt: ProjectionReceipt = { applied: [], skipped: [] };
  for (const [index, { id, status }] of input.controls.entries()) {
    if (index > 0 && index % APPLY_AT_ONCE === 0) await new Promise(setImmediate);
    const row = rows.get(id);
    const skipped = row
      ? applyOne(db, { row, status, from, actor, reason, overwrite })
      : { id, reason: 'No link leads to it' };
    if (skipped) receipt.skipped.push(skipped);
    else receipt.applied.push({ id, status });
  }
  return receipt;
}
