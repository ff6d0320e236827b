/** What the desk says and ticks about what it works on, its note templates, and a checklist of its own. */
import { MINUTE_MS, SECOND_MS } from '../../../../shared/kernel/time.ts';
import {
  alertChecksTable,
  alertCommentsTable,
  alertWatchersTable,
  noteTemplatesTable,
  playbooksTable,
} from '../../../db/tables/discussion.table.ts';
import type { DemoAlert } from './alerts.ts';
import { byPerson, type World } from './world.ts';

const TEMPLATES = [
  {
    name: 'Approved scanner',
    text: 'Scan from {address} against {host}, within the window of the approved scanner.',
    verdict: 'BENIGN_TRUE_POSITIVE',
  },
  {
    name: 'Change record',
    text: 'Done by {user} on {host} under a change record. Record: ',
    verdict: 'BENIGN_TRUE_POSITIVE',
  },
  {
    name: 'Rule to be narrowed',
    text: '{detector} fired on what {host} always does. To be narrowed: ',
    verdict: 'FALSE_POSITIVE',
  },
  {
    name: 'Confirmed and contained',
    text: 'Confirmed on {host} ({techniques}). Contained by: \nStill to do: ',
    verdict: 'TRUE_POSITIVE',
  },
] as const;

const OWN_CHECKLIST = {
  name: 'Crane controllers',
  summary: 'Nothing is switched off here without the terminal’s shift lead.',
  matches: { techniques: [], words: ['crane', 'terminal bridge'] },
  steps: [
    'Call the shift lead of the terminal before anything is isolated',
    'Check whether the bridge is in its maintenance window',
    'Compare the command with the last export of the controller',
    'Take the network capture of the segment',
    'Hand over to the maker’s support under the contract',
  ],
} as const;

/** Of the built-in checklist for ransomware: known to the discussion area by these ids. */
const RANSOMWARE = 'builtin:ransomware';
const TICKED = [
  ['isolate', 'Isolate the host from the network; leave it powered on'],
  ['spread', 'Look for the same file extension, note or process on other hosts and shares'],
  ['account', 'Disable the account that ran it and end its sessions'],
] as const;

const COMMENTS = [
  'Server is off the network and the account is disabled. No notes on the other shares so far.',
  'Destination is rented hosting, first seen here today. Asking the owner of the data.',
] as const;

export function addDiscussionToPast(world: World, alerts: readonly DemoAlert[]): void {
  addLists(world);
  const working = alerts
    .filter(({ fate }) => fate.type === 'working')
    .toSorted((a, b) => b.at - a.at)
    .slice(0, 2);
  for (const [n, alert] of working.entries()) addWords(world, alert, n);
}

function addLists(world: World): void {
  const [author] = world.content.company.desk.filter(({ role }) => role === 'SOC Analyst');
  if (!author) return;
  const actor = world.desk(author.key);
  for (const [n, template] of TEMPLATES.entries()) {
    const at = world.daysAgo(60) + n * MINUTE_MS;
    world.past.add(at, byPerson(actor, 'note-templates.create'), (tx) => {
      const stamps = { createdBy: actor, createdAt: tx.now, updatedAt: tx.now };
      tx.insert(noteTemplatesTable, { id: world.newId(), ...template, ...stamps });
    });
  }
  world.past.add(world.daysAgo(45), byPerson(actor, 'playbooks.create'), (tx) => {
    const { name, summary, matches, steps } = OWN_CHECKLIST;
    tx.insert(playbooksTable, {
      ...{ id: world.newId(), name, summary, createdBy: actor },
      matches: { techniques: [...matches.techniques], words: [...matches.words] },
      steps: steps.map((text) => ({ id: world.newId(), text })),
      ...{ createdAt: tx.now, updatedAt: tx.now },
    });
  });
}

function addWords(world: World, alert: DemoAlert, place: number): void {
  if (alert.fate.type !== 'working') return;
  const actor = world.desk(alert.fate.by);
  const [colleague] = world.content.company.desk.filter(
    ({ key, role }) =>
      role === 'SOC Analyst' && alert.fate.type === 'working' && key !== alert.fate.by,
  );
  const at = world.end - (place + 1) * 20 * SECOND_MS;
  const alertId = alert.id;
  const text = `${COMMENTS[place] ?? ''}${colleague ? ` @{${world.desk(colleague.key)}} can you take the second look?` : ''}`;
  world.past.add(at, byPerson(actor, 'alerts.comment', text), (tx) =>
    tx.insert(alertCommentsTable, {
      ...{ id: world.newId(), alertId, author: actor, text },
      ...{ mentions: colleague ? [world.desk(colleague.key)] : [], createdAt: tx.now },
    }),
  );
  world.past.add(at + SECOND_MS, byPerson(actor, 'alerts.watch'), (tx) =>
    tx.insert(alertWatchersTable, {
      ...{ id: world.newId(), alertId, account: actor, createdAt: tx.now },
    }),
  );
  if (place > 0) return;
  for (const [n, [stepId, stepText]] of TICKED.entries()) {
    world.past.add(at + (n + 2) * SECOND_MS, byPerson(actor, 'alerts.check'), (tx) =>
      tx.insert(alertChecksTable, {
        ...{ id: world.newId(), alertId, playbookId: RANSOMWARE, stepId, stepText },
        ...{ checkedBy: actor, checkedAt: tx.now },
      }),
    );
  }
}
