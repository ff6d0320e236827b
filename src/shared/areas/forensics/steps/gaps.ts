/** What could not be checked, each with what would be needed: an answer that hides it is none. */

import type { CaseGap } from '../analysis.ts';
import { plural } from './case-words.ts';
import type { WeighedFacts } from './hypotheses.ts';
import type { CaseTimeline } from './timeline.ts';

interface LeftOut {
  readonly timeline: CaseTimeline;
  readonly indicatorsLeftOut: number;
}

export function nameGaps(weighed: WeighedFacts, leftOut: LeftOut): CaseGap[] {
  return [...gapsOfCollecting(weighed, leftOut), ...gapsOfKnowing(weighed)];
}

const gap = (holds: boolean, what: string, needs: string): CaseGap[] =>
  holds ? [{ what, needs }] : [];

function gapsOfCollecting(
  { facts, techniques }: WeighedFacts,
  { timeline, indicatorsLeftOut }: LeftOut,
): CaseGap[] {
  const { subject, related, records } = facts;
  const { alerts } = subject;
  const withRecord = new Set(records.map(({ alertId }) => alertId));
  const bare = alerts.filter(({ id }) => !withRecord.has(id)).length;
  const unnamed = techniques.filter(({ name }) => name === null).length;
  const untold = alerts.filter(({ techniques: own }) => own.length === 0).length;
  return [
    ...gap(
      alerts.length === 0,
      'No alert or incident could be found by what was given.',
      'The id of an alert or of an incident, or a description that names an indicator of the case.',
    ),
    ...gap(
      subject.leftOut > 0,
      `${plural(subject.leftOut, 'alert')} of the case ${subject.leftOut === 1 ? 'was' : 'were'} not looked at, as there are too many.`,
      'An investigation of a part of the incident: split it, or start from single alerts.',
    ),
    ...gap(
      related.leftOut > 0,
      `Alerts of ${plural(related.leftOut, 'entity', 'entities')} were not followed, as too many alerts name ${related.leftOut === 1 ? 'it' : 'them'}.`,
      'A search on the desk by entity and time.',
    ),
    ...gap(
      bare > 0,
      `${plural(bare, 'alert')} ${bare === 1 ? 'has' : 'have'} no record as the source wrote it.`,
      'An import of the source with its records.',
    ),
    ...gap(
      untold > 0 && untold === alerts.length && alerts.length > 0,
      'No rule named a technique.',
      'Rules with ATT&CK metadata, or an analyst who names the techniques.',
    ),
    ...gap(
      unnamed > 0,
      `${plural(unnamed, 'technique id')} ${unnamed === 1 ? 'is' : 'are'} not in the table.`,
      'A newer table of techniques.',
    ),
    ...gap(
      timeline.leftOut > 0,
      `${plural(timeline.leftOut, 'entry', 'entries')} of the timeline ${timeline.leftOut === 1 ? 'is' : 'are'} left out.`,
      'The list of the desk for the same time.',
    ),
    ...gap(
      indicatorsLeftOut > 0,
      `${plural(indicatorsLeftOut, 'indicator')} ${indicatorsLeftOut === 1 ? 'is' : 'are'} left out, the least severe first.`,
      'An investigation of a part of the case.',
    ),
    ...gap(
      facts.patternsSince !== null,
      'Only the newest closings were read for what the desk decided before.',
      'The health page of the analyst, which knows all of them.',
    ),
  ];
}

function gapsOfKnowing({ facts: { question, subject }, iocs }: WeighedFacts): CaseGap[] {
  const hashes = iocs.filter(({ type }) => /^(?:md5|sha)/.test(type)).length;
  return [
    ...gap(
      iocs.length > 0,
      'The indicators were checked against this workspace only.',
      'A threat intelligence feed.',
    ),
    ...gap(
      hashes > 0,
      'The files behind the hashes were not examined.',
      'The files, for malware detection.',
    ),
    ...gap(
      subject.alerts.length > 0,
      'What ran in memory and lay on disk at the time is not known.',
      'A memory image and a disk image of the hosts.',
    ),
    ...gap(
      question.type === 'data-breach' || question.type === 'insider-threat',
      'How much data left is not known.',
      'Flow records or the logs of the proxy for the time of the case.',
    ),
    ...gap(
      question.type === 'phishing',
      'The messages themselves were not examined.',
      'The messages with their headers.',
    ),
    ...gap(
      question.type === 'ddos',
      'How available the service was is not known.',
      'The metrics of the service for the time of the case.',
    ),
  ];
}
