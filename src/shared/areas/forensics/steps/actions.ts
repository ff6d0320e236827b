/** What a person should do next, from a table by tactic and verdict; nothing of it is done by itself. */
import type { CaseAction } from '../analysis.ts';
import { entityRef, REFS_MAX, refsOf, severityRank } from './case-words.ts';
import type { WeighedFacts } from './hypotheses.ts';
import type { TechniqueTable } from './techniques.ts';
import type { CaseDecision } from './verdict.ts';

/** One action a tactic, in the order in which they are worth doing. */
const BY_TACTIC: readonly (readonly [tactic: string, action: string])[] = [
  ['Impact', 'Isolate the hosts where data is changed or destroyed, before anything else.'],
  ['Exfiltration', 'Stop the way by which data leaves, and find out what has left.'],
  [
    'Command and Control',
    'Block the addresses and names that the hosts keep contact with, after noting who asks for them.',
  ],
  ['Lateral Movement', 'Look at every host that the account or address in question reached.'],
  ['Credential Access', 'Reset the credentials that may have been read, and end their sessions.'],
  [
    'Privilege Escalation',
    'Review the rights that were gained, and take back those that nobody asked for.',
  ],
  [
    'Persistence',
    'Find what starts by itself on the hosts: tasks, services, keys, rules of mailboxes.',
  ],
  ['Stealth', 'Check which records are missing, and read them from a second source.'],
  ['Defense Impairment', 'Check that protection and logging run again on the hosts.'],
  ['Execution', 'Keep the program or script that ran, and its hash, before it is removed.'],
  ['Initial Access', 'Close the way in, and look who else it was offered to.'],
  ['Discovery', 'See what the account or host in question asked about.'],
  ['Collection', 'Find out which data was gathered, and where it lies.'],
  ['Reconnaissance', 'Check whether what was probed is open and up to date.'],
];
const ACTIONS_MAX = 12;

export function recommendActions(
  { facts, techniques, tactics, iocs }: WeighedFacts,
  { verdict }: CaseDecision,
  table: Pick<TechniqueTable, 'mitigationsOf'> = {},
): CaseAction[] {
  const { alerts } = facts.subject;
  if (alerts.length === 0)
    return [
      action('Name the alert or incident that this is about, and run it again.', 'Verdict', []),
    ];
  if (verdict === 'benign')
    return [
      action(
        'Close the alerts with the reason that the desk gave before.',
        'Verdict',
        refsOf(alerts),
      ),
      action(
        'Where it comes again and again, propose a rule of suppression that expires.',
        'Verdict',
        [],
      ),
    ];
  const hosts = facts.entities.filter(({ kind, alertsHere }) => kind === 'host' && alertsHere > 0);
  return [
    ...(verdict === 'malicious' && hosts.length > 0
      ? [
          action(
            'Decide whether to isolate the hosts of the case.',
            'Verdict',
            hosts.slice(0, 6).map(({ kind, value }) => entityRef(kind, value)),
          ),
        ]
      : []),
    ...BY_TACTIC.filter(([tactic]) => tactics.includes(tactic)).map(([tactic, text]) =>
      action(
        text,
        `Tactic: ${tactic}`,
        techniques
          .filter((one) => one.tactics.includes(tactic))
          .flatMap(({ evidence }) => evidence)
          .slice(0, REFS_MAX),
      ),
    ),
    ...searches({ facts, iocs }),
    ...mitigations(techniques, table),
  ].slice(0, ACTIONS_MAX);
}

const TECHNIQUES_COUNTERED = 2;
const MITIGATIONS_NAMED = 3;

/** What ATT&CK names against the techniques that most alerts had; last, as it is no work of the hour. */
function mitigations(
  techniques: WeighedFacts['techniques'],
  table: Pick<TechniqueTable, 'mitigationsOf'>,
): CaseAction[] {
  return techniques
    .map((one) => ({ ...one, against: table.mitigationsOf?.(one.id) ?? [] }))
    .filter(({ against }) => against.length > 0)
    .sort((a, b) => b.alerts - a.alerts)
    .slice(0, TECHNIQUES_COUNTERED)
    .map(({ id, name, against, evidence }) => {
      const named = against.slice(0, MITIGATIONS_NAMED).map((one) => `${one.name} (${one.id})`);
      return action(
        `Check what stands against ${id} ${name ?? ''}: ${named.join(', ')}.`,
        'ATT&CK mitigations',
        evidence.slice(0, REFS_MAX),
      );
    });
}

/** Whom to ask, what to look for, and what is still open. */
function searches({ facts, iocs }: Pick<WeighedFacts, 'facts' | 'iocs'>): CaseAction[] {
  const waiting = facts.subject.alerts.filter(({ status }) => status === 'OPEN');
  const users = facts.entities.filter(({ kind }) => kind === 'user');
  const block = iocs.filter(
    ({ type, severity }) => (type === 'ip' || type === 'domain') && severityRank(severity) <= 1,
  );
  const hashes = iocs.filter(({ type }) => type === 'sha256' || type === 'sha1' || type === 'md5');
  return [
    ...(users.length > 0
      ? [
          action(
            'Ask the owners of the accounts what they did at these times.',
            'Entities',
            users.slice(0, 6).map(({ kind, value }) => entityRef(kind, value)),
          ),
        ]
      : []),
    ...(block.length > 0
      ? [
          action(
            'Search the other logs for the addresses and names of the case, then block them.',
            'Indicators',
            block.slice(0, 6).flatMap(({ evidence }) => evidence.slice(0, 1)),
          ),
        ]
      : []),
    ...(hashes.length > 0
      ? [
          action(
            'Search all hosts for the file hashes of the case.',
            'Indicators',
            hashes.slice(0, 6).flatMap(({ evidence }) => evidence.slice(0, 1)),
          ),
        ]
      : []),
    ...(waiting.length > 0
      ? [
          action(
            'Take the alerts that are still open into work, so that nobody closes them alone.',
            'Desk',
            refsOf(waiting),
          ),
        ]
      : []),
  ];
}

const action = (text: string, source: string, evidence: CaseAction['evidence']): CaseAction => ({
  ...{ text, source, evidence },
});
