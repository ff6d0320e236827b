/** Sections about closings, and who did what. Their links lead to exactly what they count. */
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import {
  VERDICT_LABELS,
  VERDICTS,
  type Verdict,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import {
  HANDOVER_LINES,
  type HandoverFigure,
  type HandoverPerson,
  type HandoverSection,
} from '../../../shared/areas/handover/handover.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type {
  ContraryAlerts,
  DecidedAlerts,
  DecidedGroup,
  DecidedLine,
  Proposer,
} from './handover-decided.store.ts';
import type { Deeds } from './handover-deeds.store.ts';
import { changesByAlert, type Digest } from './handover-digest.ts';
import {
  alertLine,
  CHANGE_LABELS,
  figure,
  type NameOf,
  queueLink,
  someFigures,
} from './handover-lines.ts';
import type { OverturnedAlerts } from './handover-state.store.ts';

interface Told {
  readonly since: number;
  readonly until: number;
  readonly nameOf: NameOf;
}

/** A list of exactly the closings of the span that stand, and of these those of a query. */
function closedLink({ since, until }: Told, query: string): string {
  const span = `closed-after:${toIso(since)} closed-before:${toIso(until + 1)}`;
  return queueLink({ suppressed: 'with', query: `${span} ${query}` });
}

const BY_PEOPLE = '-closed-by:watchfloor';
const closedByLink = (told: Told, account: string) =>
  closedLink(told, `closed-by:"${account.replace(/["\\]/g, '\\$&')}" ${BY_PEOPLE}`);

export function decidedSection({ groups, rows }: DecidedAlerts, told: Told): HandoverSection {
  const n = (is: (group: DecidedGroup) => boolean) =>
    groups.filter(is).reduce((sum, group) => sum + group.n, 0);
  const byPeople = (verdict: Verdict | null) =>
    n((group) => group.is_automatic === 0 && group.verdict === verdict);
  return {
    name: 'decided',
    total: n(() => true),
    figures: someFigures([
      ...VERDICTS.map((verdict) =>
        figure(
          VERDICT_LABELS[verdict],
          byPeople(verdict),
          closedLink(told, `verdict:${verdict.toLowerCase()} ${BY_PEOPLE}`),
        ),
      ),
      figure(
        'Without a verdict',
        byPeople(null),
        closedLink(told, `verdict:none ${BY_PEOPLE} status:closed`),
      ),
      figure(
        'Closed automatically',
        n((group) => group.is_automatic === 1),
        closedLink(told, 'closed-by:watchfloor'),
      ),
    ]),
    lines: rows.map((row) =>
      alertLine(row, {
        key: `decided:${row.id}`,
        detail: `${decisionText(row)} · ${row.is_automatic ? 'automatically' : closerName(row, told.nameOf)}`,
        at: row.resolved_at,
      }),
    ),
  };
}

/** What came as closed names nobody. */
const closerName = ({ closed_by }: DecidedLine, nameOf: NameOf) =>
  closed_by === null ? 'by an unknown account' : nameOf(closed_by);

function decisionText({ verdict, status }: DecidedLine): string {
  if (verdict !== null) return VERDICT_LABELS[verdict];
  return status === 'RESOLVED' ? 'Resolved' : 'False positive';
}

const PROPOSERS: Record<Proposer, string> = { engine: 'Engine', investigation: 'Investigation' };

/** Of automatic closings and of what was only proposed, the most severe first. */
export function overriddenSection(
  { taken, contrary }: { readonly taken: OverturnedAlerts; readonly contrary: ContraryAlerts },
  digest: Digest,
  nameOf: NameOf,
): HandoverSection {
  const changes = changesByAlert(digest);
  const { engine, investigation } = contrary.totals;
  return {
    name: 'overridden',
    total: taken.total + engine + investigation,
    figures: someFigures([
      figure('Automatic closings taken back', taken.total),
      figure('Closed against the engine', engine),
      figure('Closed against an investigation', investigation),
    ]),
    lines: [
      ...taken.rows.map((row) => {
        const reopened = changes.get(row.id)?.changes.find(({ kind }) => kind === 'reopened');
        const who = reopened === undefined ? '' : ` · ${nameOf(reopened.by)}`;
        const now = isActive(row.status) ? '' : ', closed again since';
        return alertLine(row, {
          key: `overridden:${row.id}`,
          detail: `Closed automatically, taken back by a person${now}${who}`,
          at: row.overturned_at,
        });
      }),
      ...contrary.rows.map((row) =>
        alertLine(row, {
          key: `overridden:${row.id}`,
          detail: `${PROPOSERS[row.proposer]}: ${row.proposal}; closed as ${VERDICT_LABELS[row.verdict].toLowerCase()} · ${nameOf(row.closed_by)}`,
          at: row.resolved_at,
        }),
      ),
    ].slice(0, HANDOVER_LINES),
  };
}

interface PeopleSources {
  readonly decided: DecidedAlerts;
  readonly digest: Digest;
  readonly deeds: Deeds;
  readonly written: readonly { readonly by: string; readonly n: number }[];
}

/** Who did what, the busiest first. What Watchfloor did by itself comes last. */
export function peopleOf(
  { decided, digest, deeds, written }: PeopleSources,
  told: Told,
): HandoverPerson[] {
  const rows = new Map<string | null, Map<string, HandoverFigure>>();
  const add = (who: string | null, label: string, n = 1, link: string | null = null) => {
    const own = rows.get(who) ?? new Map<string, HandoverFigure>();
    rows.set(who, own);
    own.set(label, figure(label, (own.get(label)?.n ?? 0) + n, link));
  };
  for (const { closed_by: by, is_automatic, n } of decided.groups) {
    if (is_automatic === 1)
      add(null, 'Closed automatically', n, closedLink(told, 'closed-by:watchfloor'));
    else if (by !== null) add(by, 'Closed', n, closedByLink(told, by));
  }
  for (const { changes } of changesByAlert(digest).values())
    for (const { kind, by } of changes) add(by, CHANGE_LABELS[kind]);
  for (const { by, n } of deeds.people) add(by, 'Groups and incidents', n);
  for (const { by, n } of written) add(by, 'Comments and notes', n);
  const sum = (figures: ReadonlyMap<string, HandoverFigure>) =>
    [...figures.values()].reduce((all, { n }) => all + n, 0);
  return [...rows]
    .sort(
      ([a, ofA], [b, ofB]) =>
        Number(a === null) - Number(b === null) ||
        sum(ofB) - sum(ofA) ||
        ((a ?? '') < (b ?? '') ? -1 : 1),
    )
    .map(([id, figures]) => ({
      id,
      name: id === null ? 'Watchfloor' : told.nameOf(id),
      figures: [...figures.values()],
    }));
}
