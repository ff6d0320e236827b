import type { ImportFormat } from '../../../../../shared/areas/alerts/imports.contract.ts';
import type { JsonObject } from '../../../../platform/records/json-record.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';

/** A format whose records are JSON objects. */
export interface JsonFormat {
  readonly id: ImportFormat;
  /** What `recognises` looks for, as the user reads it: 'event_type and …'. */
  readonly marks: string;
  /** One record's vote in the detection. */
  recognises(record: JsonObject): boolean;
  /** `text` is the record as it was written. Never throws. */
  parse(record: JsonObject, tally: ImportTally, text: string): ParseOutcome;
}

export function rejected(reason: string): ParseOutcome {
  return { type: 'rejected', reason };
}

export function skipped(reason: string): ParseOutcome {
  return { type: 'skipped', reason };
}
