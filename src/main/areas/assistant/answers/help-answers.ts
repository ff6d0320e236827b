/** Answers about the product itself, and what is said where nothing can be answered. */
import { EXAMPLES } from '../../../../shared/areas/assistant/intents/examples.ts';
import type { Asked, IntentName } from '../../../../shared/areas/assistant/intents/intent.types.ts';
import { pageLink } from './desk.ts';
import { helpFor } from './help.table.ts';
import { type AnswerBody, type Answerer, cell, links, say, table } from './parts.ts';

const CAN: readonly (readonly [string, readonly IntentName[]])[] = [
  ['The queue', ['count-alerts', 'list-alerts', 'sla', 'assigned']],
  ['Cases', ['explain-alert', 'why-grouped', 'why-linked', 'incidents']],
  ['Entities and techniques', ['entity-activity', 'top-entities', 'technique']],
  ['Noise', ['top-detectors', 'reduction', 'suppressions-expiring']],
  ['Investigations', ['investigation-state', 'indicators']],
  ['Compliance', ['compliance-score', 'open-gaps', 'control-list']],
  ['Evidence', ['evidence-summary', 'evidence-expired', 'evidence-expiring']],
  [
    'Governance',
    ['policies-due', 'vendors-due', 'risks-appetite', 'audits-coming', 'findings-open'],
  ],
  ['The shift', ['desk-summary', 'changed-today', 'handover', 'due-soon']],
  ['The engine', ['automation-state', 'desk-figures']],
];

export const whatCanYouDo: Answerer = async () => ({
  parts: [
    say(
      'I answer from this workspace: I count, list and explain what is in it, with a link to the screen that shows the same. I read what you may read. I change nothing, and I guess nothing: what I cannot answer, I say.',
    ),
    ...table({
      caption: 'What you can ask',
      columns: ['About', 'For example'],
      rows: CAN.map(([about, intents]) => [
        cell(about),
        cell(intents.map((intent) => EXAMPLES[intent]).join(' · ')),
      ]),
    }),
  ],
  suggestions: [EXAMPLES['desk-summary'], EXAMPLES['list-alerts'], EXAMPLES.handover],
});

export const howTo: Answerer = async ({ asked }) => {
  const said = asked.words.join(' ');
  const help = helpFor(said);
  if (!help)
    return {
      parts: [
        say(
          'I do not know this one. Press ? for the keys, or Ctrl or Cmd and K to search for a screen or a command.',
        ),
      ],
      suggestions: [EXAMPLES['what-can-you-do']],
    };
  return { parts: [say(help.text), ...links([{ label: help.label, to: help.to }])] };
};

export const greeting: Answerer = async () => ({
  parts: [say('Hello. Ask about the alerts, the cases or the controls of this workspace.')],
  suggestions: [EXAMPLES['desk-summary'], EXAMPLES['list-alerts'], EXAMPLES['what-can-you-do']],
});

export const thanks: Answerer = async () => ({ parts: [say('You are welcome.')] });

/** Nothing is ever done from here. */
export const act: Answerer = async ({ asked }) => {
  const { entity, alertId } = asked.slots;
  const help = helpFor(asked.words.join(' '));
  return {
    parts: [
      say(
        'I only read: closing, assigning, isolating and the like are done by a person. Here is where.',
      ),
      ...(help ? [say(help.text)] : []),
      ...links([
        ...(alertId === null
          ? []
          : [{ label: 'Open the alert', to: pageLink('/alerts', { alert: alertId }) }]),
        ...(entity === null
          ? []
          : [
              {
                label: `Open ${entity.kind} ${entity.value.slice(0, 60)}`,
                to: pageLink('/entity', { kind: entity.kind, value: entity.value }),
              },
            ]),
        { label: help?.label ?? 'Open the queue', to: help?.to ?? '/alerts' },
      ]),
    ],
  };
};

const NOT_OFFERED: ReadonlySet<IntentName> = new Set(['greeting', 'thanks', 'act']);

/** Names the three nearest questions that can be answered. */
export function unknown({ nearest, words }: Asked): AnswerBody {
  const help = helpFor(words.join(' '));
  const usual: IntentName[] = ['list-alerts', 'desk-summary', 'what-can-you-do'];
  const offered = [...nearest, ...usual]
    .filter((intent) => !NOT_OFFERED.has(intent))
    .map((intent) => EXAMPLES[intent]);
  return {
    parts: [
      ...(help
        ? [
            say('I cannot answer this from the workspace. This is where it stands or is done:'),
            say(help.text),
            ...links([{ label: help.label, to: help.to }]),
            say('These are the nearest questions that I can answer:'),
          ]
        : [
            say(
              'I cannot answer this from the workspace. These are the nearest questions that I can answer:',
            ),
          ]),
    ],
    suggestions: [...new Set(offered)].slice(0, 3),
  };
}
