/** One question for each thing that can be answered: what is offered where another was not understood. */
import type { AskedFrom, IntentName } from './intent.types.ts';

export const EXAMPLES: Readonly<Record<IntentName, string>> = {
  'count-alerts': 'How many criticals are open?',
  'list-alerts': 'What should I look at first?',
  'entity-activity': 'What happened on a host since yesterday?',
  'explain-alert': 'Explain this alert',
  'why-grouped': 'Why were these grouped?',
  'why-linked': 'Why are these linked?',
  technique: 'What does T1021.001 mean?',
  'evidence-expired': 'Which controls have expired evidence?',
  'evidence-expiring': 'Evidence expiring in the next 30 days',
  'framework-score': 'Framework scores',
  'compliance-score': 'What is our compliance score?',
  'open-gaps': 'Open gaps',
  'control-state': 'What is the state of control AC-2?',
  'control-list': 'Which controls are not assessed?',
  'evidence-summary': 'How much evidence do we have?',
  'automation-state': 'Is automation on?',
  'policies-due': 'Which policies are due for review?',
  'vendors-due': 'Vendors due for review',
  'risks-appetite': 'Risks over appetite',
  'risks-top': 'Top risks',
  'audits-coming': 'Upcoming audits',
  'findings-open': 'Open findings',
  assigned: 'Who is assigned what?',
  sla: 'SLA breaches',
  'suppressions-expiring': 'Which suppressions expire soon?',
  indicators: 'List indicators',
  'investigation-state': 'Investigation status',
  handover: 'Draft the handover',
  'top-sources': 'Top sources',
  'top-detectors': 'Noisiest detectors',
  'top-entities': 'Which hosts have the most alerts?',
  'top-techniques': 'Top techniques',
  reduction: 'How many duplicates?',
  incidents: 'Open incidents',
  'changed-today': 'What changed today?',
  'due-soon': 'What is due this week?',
  'desk-summary': 'Catch me up',
  'desk-figures': 'What is our mean response time?',
  'critical-assets': 'Critical assets',
  'last-import': 'Last import',
  find: 'Find beacon',
  'how-to': 'How do I close an alert?',
  'what-can-you-do': 'What can you do?',
  greeting: 'What can you do?',
  thanks: 'What can you do?',
  act: 'How do I close an alert?',
};

const BY_SCREEN: readonly (readonly [string, readonly IntentName[]])[] = [
  ['/alerts', ['list-alerts', 'sla', 'top-detectors', 'assigned']],
  ['/entity', ['entity-activity', 'critical-assets', 'top-entities']],
  ['/automation', ['automation-state', 'reduction', 'top-detectors']],
  ['/forensics', ['investigation-state', 'indicators', 'incidents']],
  ['/compliance', ['compliance-score', 'open-gaps', 'evidence-expired', 'framework-score']],
  ['/evidence', ['evidence-summary', 'evidence-expired', 'evidence-expiring', 'control-state']],
  ['/risk', ['risks-appetite', 'risks-top']],
  ['/policies', ['policies-due', 'due-soon']],
  ['/vendors', ['vendors-due', 'due-soon']],
  ['/audits', ['audits-coming', 'findings-open']],
  ['/suppressions', ['suppressions-expiring', 'top-detectors', 'reduction']],
  ['/handover', ['handover', 'changed-today', 'desk-summary']],
  ['/calendar', ['due-soon', 'policies-due', 'audits-coming']],
];
const ANYWHERE: readonly IntentName[] = ['desk-summary', 'list-alerts', 'sla', 'changed-today'];

/** Questions that fit where the asker is; at most five. */
export function suggestionsFor(path: string, from: AskedFrom): string[] {
  const screen = BY_SCREEN.find(([begin]) => path === begin || path.startsWith(`${begin}/`));
  const here: string[] = [
    ...(from.alertId ? ['Explain this alert', 'Why were these grouped?'] : []),
    ...(from.incidentId ? ['Explain this incident', 'Why are these linked?'] : []),
    ...(from.entity ? [`What happened on ${from.entity.value.slice(0, 60)} since yesterday?`] : []),
    ...(from.investigationId
      ? ['How far is this investigation?', 'Indicators of this investigation']
      : []),
  ];
  const usual = (screen?.[1] ?? ANYWHERE).map((intent) => EXAMPLES[intent]);
  return [...new Set([...here, ...usual])].slice(0, 5);
}
