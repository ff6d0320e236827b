import type { WriteTx } from '../../db/write-door.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertNotification } from './notifications.store.ts';

interface ToldReassessment {
  /** Null where it is about several. */
  readonly taskId: string | null;
  readonly title: string;
  readonly body: string;
}

/** Tells everybody that alerts touch a vendor, in the transaction that opens the reassessment. */
export function tellOfReassessment(tx: WriteTx, { taskId, title, body }: ToldReassessment): void {
  insertNotification(tx, {
    ...{ id: newUuid(), account: null, kind: 'review-due', title, body },
    link: `/vendors?tab=reassessments${taskId === null ? '' : `&task=${taskId}`}`,
  });
}
