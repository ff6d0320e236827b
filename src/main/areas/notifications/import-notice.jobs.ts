import { z } from 'zod';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { CRITICAL_ALERTS_LINK, titleOfCritical } from './critical-alert.ts';
import { lastAlertSeq, openCriticalAlerts } from './import-notice.store.ts';
import { insertNotification } from './notifications.store.ts';

const inputSchema = z.object({ importId: z.string(), fileName: z.string() });

/**
 * An import that also tells of the critical alerts it brought: one notification for all of them,
 * when it ends, however it ends.
 */
export function tellingOfCriticalAlerts(run: JobFunction): JobFunction {
  return async (input, context) => {
    const { importId, fileName } = inputSchema.parse(input);
    const before = context.db.read('notifications.lastAlert', lastAlertSeq);
    try {
      return await run(input, context);
    } finally {
      tellOfImport(context, { importId, fileName, before });
    }
  };
}

interface Ended {
  readonly importId: string;
  readonly fileName: string;
  readonly before: number;
}

function tellOfImport(context: JobContext, { importId, fileName, before }: Ended): void {
  try {
    const { db, newId, startedBy } = context;
    const found = db.read('notifications.criticalOfImport', (reader) =>
      openCriticalAlerts(reader, importId, before),
    );
    if (!found || found.count === 0) return;
    const isOne = found.count === 1 && found.title !== null;
    const caller = { actor: startedBy, origin: 'job', action: 'notifications.tell' } as const;
    db.write(caller, (tx) =>
      insertNotification(tx, {
        id: newId(),
        account: null,
        kind: 'critical-alert',
        title: isOne
          ? titleOfCritical(found.title ?? '')
          : `${found.count.toLocaleString('en')} new critical alerts`,
        body: `Import ${fileName}`,
        link: isOne ? `/alerts?alert=${found.id}` : CRITICAL_ALERTS_LINK,
      }),
    );
  } catch {
    // What was imported stays and its receipt says how it ended: a full disk must not change that.
  }
}
