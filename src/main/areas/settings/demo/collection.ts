import type { Cadence, CollectorName } from '../../../../shared/areas/evidence/collection.rules.ts';
import type { EvidenceType } from '../../../../shared/areas/evidence/evidence.rules.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/kernel/time.ts';
import {
  collectionRunsTable,
  collectionTaskControlsTable,
  collectionTasksTable,
} from '../../../db/tables/collection.table.ts';
import { byPerson, dateFrom, type World } from './world.ts';

interface DemoTask {
  readonly title: string;
  readonly description: string;
  readonly type: EvidenceType;
  readonly owner: string;
  readonly cadence: Cadence;
  readonly collector: CollectorName;
  /** Days from now; below zero it is late. */
  readonly due: number;
  readonly validityDays: number;
  readonly isPaused?: boolean;
  /** Why the time before was passed over. */
  readonly skipped?: string;
  /** `<framework> <control>` each. */
  readonly controls: readonly string[];
}

const TASKS: readonly DemoTask[] = [
  {
    title: 'Quarterly access review of the booking platform',
    description: 'Export of all roles with the sign-off of each team lead.',
    type: 'DOCUMENT',
    owner: 'priya',
    cadence: 'QUARTERLY',
    collector: 'manual',
    due: 6,
    validityDays: 100,
    controls: ['SOC 2 Type II CC6.2', 'ISO 27001 A.5.18'],
  },
  {
    title: 'Restore test of the terminal database',
    description: 'Protocol with start, end, row counts and who watched.',
    type: 'REPORT',
    owner: 'daniel',
    cadence: 'HALF_YEARLY',
    collector: 'manual',
    due: -4,
    validityDays: 200,
    controls: ['ISO 27001 A.8.13'],
  },
  {
    title: 'Minutes of the security board',
    description: 'Signed minutes with decisions on open risks.',
    type: 'DOCUMENT',
    owner: 'helen',
    cadence: 'MONTHLY',
    collector: 'manual',
    due: 12,
    validityDays: 60,
    skipped: 'The board did not meet: half of its members were at the port exercise.',
    controls: ['ISO 27001 A.5.1'],
  },
  {
    title: 'Accounts of Watchfloor',
    description: 'Who may see and decide what in this workspace.',
    type: 'DOCUMENT',
    owner: 'priya',
    cadence: 'MONTHLY',
    collector: 'account-list',
    due: 9,
    validityDays: 45,
    controls: ['SOC 2 Type II CC6.2', 'ISO 27001 A.5.15'],
  },
  {
    title: 'Record of the alert queue',
    description: 'That alerts are looked at in time, and by whom.',
    type: 'REPORT',
    owner: 'helen',
    cadence: 'WEEKLY',
    collector: 'queue-record',
    due: 3,
    validityDays: 30,
    controls: ['SOC 2 Type II CC7.2', 'ISO 27001 A.8.16'],
  },
  {
    title: 'Closed investigations',
    description: 'Each with timeline, findings and verdict, as it was closed.',
    type: 'REPORT',
    owner: 'helen',
    cadence: 'MONTHLY',
    collector: 'closed-investigations',
    due: 17,
    validityDays: 365,
    controls: ['SOC 2 Type II CC7.4', 'ISO 27001 A.5.26'],
  },
  {
    title: 'Configuration of this installation',
    description: 'Settings, service levels, retention and permissions.',
    type: 'CONFIGURATION',
    owner: 'daniel',
    cadence: 'QUARTERLY',
    collector: 'installation-configuration',
    due: 41,
    validityDays: 120,
    controls: ['ISO 27001 A.8.9'],
  },
  {
    title: 'Scan of the old customs gateway',
    description: 'Paused: the gateway is switched off until the move is done.',
    type: 'REPORT',
    owner: 'daniel',
    cadence: 'MONTHLY',
    collector: 'manual',
    due: -20,
    validityDays: 45,
    isPaused: true,
    controls: [],
  },
];

/** A schedule with tasks of every kind; what is named and not in the demo's frameworks is left out. */
export function addCollectionToPast(world: World, controlIds: ReadonlyMap<string, string>): void {
  TASKS.forEach((task, index) => {
    const at = world.daysAgo(150 - index * 9) - HOUR_MS;
    const owner = world.desk(task.owner);
    const id = world.newId();
    const due = dateFrom(world.now, task.due);
    world.past.add(at, byPerson(world.desk('priya'), 'evidence.createTask'), (tx) => {
      tx.insert(collectionTasksTable, {
        id,
        title: task.title,
        description: task.description,
        type: task.type,
        owner,
        cadence: task.cadence,
        startsOn: due,
        nextDue: due,
        collector: task.collector,
        validityDays: task.validityDays,
        isActive: !task.isPaused,
        coveredUntil: task.collector === 'manual' ? null : world.daysAgo(28),
        createdAt: at,
        updatedAt: at,
      });
      for (const name of task.controls) {
        const controlId = controlIds.get(name);
        if (controlId === undefined) continue;
        const link = { id: world.newId(), taskId: id, controlId, createdAt: at };
        tx.insert(collectionTaskControlsTable, link);
      }
    });
    if (task.skipped === undefined) return;
    const ranAt = world.daysAgo(19) - HOUR_MS;
    const message = task.skipped;
    world.past.add(ranAt, byPerson(owner, 'evidence.skipTask', message), (tx) =>
      tx.insert(collectionRunsTable, {
        id: world.newId(),
        taskId: id,
        due: dateFrom(ranAt + DAY_MS, -2),
        outcome: 'SKIPPED',
        evidenceId: null,
        actor: owner,
        message,
        ranAt,
      }),
    );
  });
}
