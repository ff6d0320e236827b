/**
 * What is due when, as a query of moments: an open alert that nobody has acted on is due by the time to
 * the first action of its severity, any other one that is not closed by the time to the closing (as
 * `runningClock` of sla.rules.ts says of one alert).
 */
import { SEVERITIES, type Severity } from '../../kernel/severity.ts';
import { HOUR_MS, toIso } from '../../kernel/time.ts';
import type { Compare } from './query-fields.ts';
import type { QueryNode } from './query-language.ts';

/** Hours from an alert's creation. */
export interface DueTargets {
  readonly sla: Readonly<Record<Severity, number>>;
  readonly closeSla: Readonly<Record<Severity, number>>;
}

interface DueContext {
  readonly now: number;
  readonly targets?: () => DueTargets;
}

const place = { at: 0, length: 0 };

function term(field: Extract<QueryNode, { type: 'term' }>['field'], text: string): QueryNode {
  const value = { pieces: [text], isQuoted: text === '', ...place };
  return { type: 'term', field, compare: ':', values: [value], ...place };
}

/** Means no alert, also when it is printed and read again. */
export const NOTHING: QueryNode = term('id', '');

export function overdue(context: DueContext): QueryNode {
  return dueBetween(context, null, context.now);
}

/** What runs out within so many ms from now, and has not yet; with `>`, only after them. */
export function dueWithin(compare: Compare, ms: number, context: DueContext): QueryNode {
  const { now } = context;
  return compare.startsWith('>')
    ? dueBetween(context, now + ms, null)
    : dueBetween(context, now, now + ms);
}

/** Due at `from` or later, and before `to`. */
function dueBetween({ targets }: DueContext, from: number | null, to: number | null): QueryNode {
  if (!targets) return NOTHING;
  const { sla, closeSla } = targets();
  const created = (hours: number): QueryNode[] => [
    ...(from === null ? [] : [term('after', toIso(from - hours * HOUR_MS))]),
    ...(to === null ? [] : [term('before', toIso(to - hours * HOUR_MS))]),
  ];
  const nodes = SEVERITIES.map(
    (severity): QueryNode => ({
      type: 'and',
      nodes: [
        term('severity', severity.toLowerCase()),
        term('status', 'active'),
        {
          type: 'or',
          nodes: [
            { type: 'and', nodes: [term('acted', 'no'), ...created(sla[severity])] },
            { type: 'and', nodes: [term('acted', 'yes'), ...created(closeSla[severity])] },
          ],
        },
      ],
    }),
  );
  return { type: 'or', nodes };
}
