/** One incident that an analyst put together and named, so that what people decide is seen, and Undo with it. */
import { MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { recordAction } from '../../../db/action-log.ts';
import { packRows } from '../../../db/packed-rows.ts';
import { incidentPinsTable, incidentRecordsTable } from '../../../db/tables/incidents.table.ts';
import type { DemoAlert } from './alerts.ts';
import { groupsOfAlerts } from './incidents.store.ts';
import { byPerson, type World } from './world.ts';

const BY = 'ines';
const REASON =
  'One intruder from the first message to the last step: accounts and hours fit, though not every alert names the same machine.';

export function addIncidentToPast(world: World, alerts: readonly DemoAlert[]): void {
  const [story] = world.content.stories;
  if (!story) return;
  const own = alerts.filter(({ key, step }) => key === story.key && step !== null);
  const last = Math.max(...own.map(({ receivedAt }) => receivedAt));
  const at = Math.min(last + 25 * MINUTE_MS, world.ago('3m'));
  const actor = world.desk(BY);
  const [id, actionId] = [world.newId(), world.newId()];
  const caller = { ...byPerson(actor, 'incidents.merge'), reason: REASON };
  const ids = own.filter((one) => one.receivedAt <= at).map((one) => one.id);
  world.past.add(at, caller, (tx) => {
    const keys = groupsOfAlerts(tx, ids);
    if (keys.length === 0) return;
    const record = { id, name: story.title, reason: REASON, createdBy: actor };
    tx.insert(incidentRecordsTable, { ...record, createdAt: at, updatedAt: at });
    const pins = keys.map((key) => ({ id: key, incidentId: id }));
    tx.insertRange(incidentPinsTable, packRows(incidentPinsTable, pins), () => {});
    recordAction(
      tx,
      {
        ...{ id: actionId, kind: 'incidents.merge', actor, note: REASON },
        summary: `Merge ${keys.length} groups into '${story.title}'`,
      },
      [
        { table: 'incident_records', id, before: null, after: record },
        ...keys.map((key) => ({
          ...{ table: 'incident_pins', id: key },
          before: { incidentId: null },
          after: { incidentId: id },
        })),
      ],
    );
  });
}
