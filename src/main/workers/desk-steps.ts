import type { RunSteps } from '../areas/actions/run-action.ts';
import { createUndoStep } from '../areas/actions/undo.ts';
import { writeBulkPart } from '../areas/alerts/alert-bulk.ts';
import { createDeskAppliers, type DeskAppliers } from './desk-appliers.ts';

/** What a batch of a desk action does, in the core and in its jobs. */
export function createDeskSteps(appliers: DeskAppliers = createDeskAppliers()): RunSteps {
  return { do: writeBulkPart, undo: createUndoStep(appliers) };
}
