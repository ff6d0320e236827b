import type { HandoverSectionName, HandoverState, HandoverTextName } from './handover.contract.ts';

export const HANDOVER_STATE_LABELS: Record<HandoverState, string> = {
  DRAFT: 'Draft',
  HANDED_OVER: 'Handed over',
  ACKNOWLEDGED: 'Acknowledged',
};

interface SectionWords {
  readonly title: string;
  /** Said where nothing is in it. */
  readonly empty: string;
}

export const HANDOVER_SECTION_WORDS: Record<HandoverSectionName, SectionWords> = {
  critical: { title: 'Open criticals', empty: 'No critical alert is open.' },
  overdue: { title: 'Overdue', empty: 'Nothing is past its service level.' },
  waiting: { title: 'Waiting', empty: 'Every open alert has been acted on.' },
  decided: { title: 'Decided', empty: 'Nothing was closed.' },
  changed: { title: 'Changed', empty: 'Nothing else was changed.' },
  overridden: {
    title: 'Model proposals overridden',
    empty: 'No automatic closing was taken back, and nothing was closed against a proposal.',
  },
  suppressions: { title: 'Suppressions', empty: 'No rule was added, ended or expires next.' },
  imports: { title: 'Imports', empty: 'Nothing was imported.' },
  deadlines: {
    title: 'Deadlines of the next shift',
    empty: 'No evidence, audit or finding is due.',
  },
};

export function textTitle(name: HandoverTextName): string {
  return name === 'summary' ? 'Summary' : HANDOVER_SECTION_WORDS[name].title;
}

const partsOf = (at: number, timeZone: string): Map<string, string> => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  return new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
};

/** 2026-11-21 19:05, in the zone; `at` in ms. */
export function timeInZone(at: number, timeZone: string): string {
  const part = partsOf(at, timeZone);
  return `${part.get('year')}-${part.get('month')}-${part.get('day')} ${part.get('hour')}:${part.get('minute')}`;
}

/** 'Europe/Berlin (UTC+01:00)': the zone and how far it is from UTC at that moment. */
export function zoneName(at: number, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC';
  const offset = partsOf(at, timeZone).get('timeZoneName')?.replace('GMT', 'UTC') ?? '';
  return `${timeZone} (${offset === 'UTC' ? 'UTC+00:00' : offset})`;
}
