import type { AlertUpdate } from '../../../../shared/areas/alerts/alerts.contract.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { AlertWithRaw } from '../../alerts/alert-batch.ts';
import type { AlertRow } from '../../alerts/alert-rows.ts';
import type { AlertPatch } from '../../alerts/alerts.store.ts';
import type { SourceRecord } from './records.ts';

/**
 * What the demo needs of the alerts area, wired in `main/app`: records are read by the importer's
 * own parsers, and people's actions follow the desk's own rules.
 */
export interface AlertDoor {
  /** A record as an alert that nobody has touched. */
  read(record: SourceRecord, id: string, receivedAt: number): AlertWithRaw;
  insert(tx: WriteTx, alert: AlertWithRaw): void;
  /** What a person's action makes of it. */
  act(tx: WriteTx, id: string, update: AlertUpdate, actor: string): void;
  change(tx: WriteTx, id: string, decide: (before: AlertRow) => AlertPatch): void;
}
