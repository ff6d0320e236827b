/** Who is asked to attest, in what words, and when it is late. Pure. */
import { ROLES, type Role, roleMay } from '../../contract/permissions.ts';
import type { Day } from '../../kernel/day.ts';

/** Those whose accounts may attest. */
export const ATTESTING_ROLES: readonly Role[] = ROLES.filter((role) =>
  roleMay(role, 'policies.attest'),
);
export const STATEMENT_MAX = 500;

export const REQUEST_STATES = ['OPEN', 'WITHDRAWN', 'SUPERSEDED'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
export const REQUEST_STATE_LABELS: Record<RequestState, string> = {
  OPEN: 'Open',
  WITHDRAWN: 'Withdrawn',
  SUPERSEDED: 'Superseded',
};

/** What somebody confirms, where a request does not say it in its own words. */
export function defaultStatement(title: string, version: string): string {
  const statement = (name: string) =>
    `I have read version ${version} of "${name}", I understand what it asks of me, and I follow it.`;
  const over = statement(title).length - STATEMENT_MAX;
  return over <= 0 ? statement(title) : statement(`${title.slice(0, -over - 1)}…`);
}

/** On the day itself it is not yet late. */
export function isLate(due: Day | null, today: Day): boolean {
  return due !== null && due < today;
}

/** Rounded down, so that 100 means all; null where nobody is asked. */
export function attestedPercent(attested: number, asked: number): number | null {
  return asked === 0 ? null : Math.floor((100 * attested) / asked);
}
