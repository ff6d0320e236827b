import type { ReportContent } from './report-content.ts';

const some = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** What a reader must know before relying on the report: said by the data, not by its author. */
export function limitationsOf(content: Omit<ReportContent, 'limitations'>): string[] {
  const { audit, frameworks, requests, samples, findings, evidence } = content;
  const found: string[] = [];
  const say = (n: number, one: string, many: string) => {
    if (n > 0) found.push(some(n, one, many));
  };
  if (content.workspace === 'demo')
    found.push('This is the demo workspace: its records were made up and prove nothing.');
  if (audit.periodStart === null || audit.periodEnd === null)
    found.push('No period was set: evidence of any time is in this report.');
  if (frameworks.length === 0) found.push('No framework is in scope: no control was reported on.');
  const controls = frameworks.flatMap((framework) => framework.controls);
  const applicable = controls.filter(({ isApplicable }) => isApplicable);
  say(
    applicable.filter(({ status }) => status === 'NOT_ASSESSED').length,
    'applicable control in scope was not assessed.',
    'applicable controls in scope were not assessed.',
  );
  say(
    applicable.filter(({ status, validEvidence }) => status !== 'NOT_ASSESSED' && !validEvidence)
      .length,
    'assessed control has no valid evidence.',
    'assessed controls have no valid evidence.',
  );
  say(
    requests.filter(({ status }) => status !== 'ACCEPTED').length,
    'request of the list was not accepted yet.',
    'requests of the list were not accepted yet.',
  );
  const untested = samples.flatMap(({ items }) => items.filter(({ result }) => result === null));
  say(untested.length, 'sample item was not tested.', 'sample items were not tested.');
  const differing = samples.filter(({ reconciliation }) =>
    reconciliation.checks.some(({ verdict }) => verdict !== 'AGREES'),
  );
  say(
    differing.length,
    'sample was drawn from a population whose completeness is not fully reconciled.',
    'samples were drawn from populations whose completeness is not fully reconciled.',
  );
  say(
    evidence.filter(({ verdict }) => verdict === 'PENDING').length,
    'piece of evidence was not reviewed yet.',
    'pieces of evidence were not reviewed yet.',
  );
  say(
    evidence.filter(({ verdict, isValid }) => verdict === 'ACCEPTED' && !isValid).length,
    'accepted piece of evidence has run out or was replaced since.',
    'accepted pieces of evidence have run out or were replaced since.',
  );
  say(
    evidence.filter(({ sha256 }) => sha256 === null).length,
    'piece of evidence has no file in this workspace, so no hash.',
    'pieces of evidence have no file in this workspace, so no hash.',
  );
  const own = [...requests, ...findings, ...evidence].filter((row) => row.isSelfApproved).length;
  say(
    own,
    'approval was given by the person who did the work (self-approved).',
    'approvals were given by the person who did the work (self-approved).',
  );
  return found;
}
