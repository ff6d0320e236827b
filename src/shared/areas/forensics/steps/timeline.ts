/** What happened when, by the alerts' own times; repeats of one detector on one host stand together. */
import { MINUTE_MS, toIso } from '../../../kernel/time.ts';
import { VERDICT_LABELS } from '../../alerts/dispositions.rules.ts';
import type { TimelineEntry } from '../analysis.ts';
import type { CaseAlert, CaseFacts } from '../case.types.ts';
import { byText, byTime, severityRank, worst } from './case-words.ts';

const TIMELINE_MAX = 1_000;
const REPEAT_MS = 15 * MINUTE_MS;

export interface CaseTimeline {
  readonly entries: readonly TimelineEntry[];
  /** The least severe are left out where there are too many. */
  readonly leftOut: number;
}

export function reconstructTimeline({
  subject,
  related,
}: Pick<CaseFacts, 'subject' | 'related'>): CaseTimeline {
  const entries = [
    ...repeatsOf(subject.alerts, 'subject'),
    ...repeatsOf(related.alerts, 'related'),
    ...closingsOf(subject.alerts),
  ];
  const kept =
    entries.length <= TIMELINE_MAX
      ? entries
      : entries
          .toSorted(
            (a, b) => rankOf(a) - rankOf(b) || byText(a.at, b.at) || byText(a.title, b.title),
          )
          .slice(0, TIMELINE_MAX);
  return { entries: kept.toSorted(inOrder), leftOut: entries.length - kept.length };
}

const PARTS = ['subject', 'related', 'desk'] as const;
const rankOf = ({ part, severity }: TimelineEntry): number =>
  (part === 'related' ? 4 : 0) + (severity === null ? 0 : severityRank(severity));
const inOrder = (a: TimelineEntry, b: TimelineEntry): number =>
  byText(a.at, b.at) ||
  PARTS.indexOf(a.part) - PARTS.indexOf(b.part) ||
  byText(a.alertId ?? '', b.alertId ?? '');

function repeatsOf(alerts: readonly CaseAlert[], part: 'subject' | 'related'): TimelineEntry[] {
  const open = new Map<string, { first: CaseAlert; all: CaseAlert[] }>();
  const runs: { first: CaseAlert; all: CaseAlert[] }[] = [];
  for (const alert of alerts.toSorted(byTime)) {
    const key = JSON.stringify([
      alert.source,
      alert.detector ?? alert.title,
      alert.sourceHost,
      alert.sourceUser,
    ]);
    const run = open.get(key);
    const last = run?.all.at(-1);
    if (run && last && alert.at - last.at <= REPEAT_MS) run.all.push(alert);
    else {
      const begun = { first: alert, all: [alert] };
      open.set(key, begun);
      runs.push(begun);
    }
  }
  return runs.map(({ first, all }) => ({
    at: toIso(first.at),
    until: all.length > 1 ? toIso(all.at(-1)?.at ?? first.at) : null,
    title: first.title,
    alertId: first.id,
    severity: worst(all.map(({ severity }) => severity)),
    host: first.sourceHost,
    user: first.sourceUser,
    techniques: [...new Set(all.flatMap(({ techniques }) => techniques))].sort(byText),
    source: first.source,
    n: all.length,
    part,
  }));
}

/** What people decided about the alerts in question. */
function closingsOf(alerts: readonly CaseAlert[]): TimelineEntry[] {
  return alerts.flatMap((alert) =>
    alert.closedAt === null || alert.verdict === null || !alert.isClosedByPerson
      ? []
      : [
          {
            at: toIso(alert.closedAt),
            until: null,
            title: `Closed by a person: ${VERDICT_LABELS[alert.verdict].toLowerCase()}`,
            alertId: alert.id,
            severity: null,
            host: alert.sourceHost,
            user: alert.sourceUser,
            techniques: [],
            source: null,
            n: 1,
            part: 'desk' as const,
          },
        ],
  );
}
