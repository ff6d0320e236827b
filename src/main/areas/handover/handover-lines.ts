/** What lines and figures of a handover are made with. */
import type {
  HandoverFigure,
  HandoverLine,
} from '../../../shared/areas/handover/handover.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ChangeKind } from './handover-digest.ts';
import type { AlertLine } from './handover-state.store.ts';

export type NameOf = (account: string | null) => string;

export const UNKNOWN_TITLE = 'An alert that was deleted since';
export const alertLink = (id: string) => `/alerts?alert=${encodeURIComponent(id)}`;
export const figure = (label: string, n: number, link: string | null = null): HandoverFigure => ({
  ...{ label, n, link },
});
export const someFigures = (figures: readonly HandoverFigure[]) => figures.filter(({ n }) => n > 0);

export function alertLine(
  row: AlertLine,
  more: { key: string; detail: string; at: number },
): HandoverLine {
  return {
    ...{ key: more.key, text: row.title, detail: more.detail, severity: row.severity },
    ...{ at: toIso(more.at), link: alertLink(row.id) },
  };
}

export const queueLink = (more: Record<string, string>) => `/alerts?${new URLSearchParams(more)}`;

export const CHANGE_LABELS: Record<ChangeKind, string> = {
  reopened: 'Reopened',
  escalated: 'Escalated',
  withdrawn: 'Escalation withdrawn',
  assigned: 'Assigned',
  started: 'Investigation started',
};
