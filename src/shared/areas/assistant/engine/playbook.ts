/** Next steps, in our own words: what an analyst does first about alerts of a kind. */
import type { ConditionInput } from './conditions.ts';

export interface NextStep {
  readonly text: string;
  readonly source: string;
}

const BY_TACTIC: Readonly<Record<string, readonly string[]>> = {
  reconnaissance: ['Look whether the same address asked other machines, and what answered it'],
  'initial access': [
    'Find the first foreign input: mail, download, log on or request, and who else received it',
  ],
  execution: [
    'Follow the process tree up to what a person or a service started',
    'Compare the file\u2019s hash with where else it ran',
  ],
  persistence: ['List services, tasks, keys and accounts that were made since, and who made them'],
  'privilege escalation': [
    'Check which rights the account had before and after, and by which change',
  ],
  stealth: ['Check that logs of the time are complete, and what was switched off'],
  'defense impairment': [
    'Check that sensors of the host still report',
    'Find who changed their settings',
  ],
  'defense evasion': ['Check that logs of the time are complete, and what was switched off'],
  'credential access': [
    'List log ons of the accounts concerned since, by place and machine',
    'Change the passwords if one log on cannot be explained',
  ],
  discovery: ['Look for what the same account and host did in the hour after'],
  'lateral movement': ['Open the machine at the other end, and look for the same account there'],
  collection: ['Find what was read or packed, and where it was put'],
  'command and control': [
    'Check whether other machines speak with the same address or name',
    'Take the host off the network if the traffic goes on',
  ],
  exfiltration: [
    'Measure what left: to where, how much, since when',
    'Keep the traffic and its logs as evidence',
  ],
  impact: ['Check backups and stop what still runs', 'Tell those who own the data'],
};

const GENERAL: readonly NextStep[] = [
  {
    text: 'Open the record as its source wrote it, and compare it with the title',
    source: 'playbook:general',
  },
  {
    text: 'Look at what else the host and the user did in the hour around it',
    source: 'playbook:general',
  },
];
const STEPS_MAX = 6;

export function nextSteps(
  { facts, findings, support }: ConditionInput,
  decision: string,
): NextStep[] {
  const steps: NextStep[] = [];
  if (findings.length > 0)
    steps.push({
      text: 'Read the marked text as data: who could write it, and what it wants to hide',
      source: 'playbook:injection',
    });
  if (facts.indicatorHits.length > 0)
    steps.push({
      text: 'Look for the indicator in all other alerts and logs',
      source: 'playbook:indicator',
    });
  if (support && support.secondLook.open + support.secondLook.leaning > 0)
    steps.push({
      text: 'Have a second person look at the contradiction of this pattern',
      source: 'playbook:second-look',
    });
  for (const tactic of [...facts.tactics].sort()) {
    const name = tactic.toLowerCase();
    for (const text of BY_TACTIC[name] ?? []) steps.push({ text, source: `playbook:${name}` });
  }
  if (decision === 'likely-benign' || decision === 'auto-close')
    steps.push({
      text: 'Check that host, user and time are what they were in the earlier closings',
      source: 'playbook:repeat',
    });
  const seen = new Set<string>();
  return [...steps, ...GENERAL]
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, STEPS_MAX);
}
