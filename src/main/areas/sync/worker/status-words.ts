/** What the thread told last, as the page has it. */
import type {
  SyncPeople,
  SyncStateName,
  SyncStatus,
} from '../../../../shared/areas/sync/sync-state.contract.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Member, Seat } from '../wire.ts';
import type { LoopState } from './loop.types.ts';

const iso = (at: number | null): string | null => (at === null ? null : toIso(at));

export function statusOf(
  state: SyncStateName,
  last: LoopState | null,
  { openConflicts, refused }: Pick<SyncStatus, 'openConflicts' | 'refused'>,
  lastSuccessAt: number | null,
): SyncStatus {
  const problem = last?.problem ?? null;
  return {
    state,
    progress: state === 'syncing' ? (last?.progress ?? null) : null,
    problem: problem && { ...problem, since: toIso(problem.since) },
    nextTryAt: iso(last?.nextTryAt ?? null),
    backlog: last?.backlog ?? 0,
    lastSuccessAt: iso(lastSuccessAt),
    clock: last?.clock ?? null,
    openConflicts,
    refused,
    digests: last?.digests
      ? { at: toIso(last.digests.at), differing: [...last.digests.differing] }
      : null,
    figures: last?.figures ?? { rowsReceived: 0, rowsSent: 0 },
  };
}

/** @param known Names of accounts as they are everywhere else; an invitation's until the account is here. */
export function peopleOf(
  found: { readonly members: Member[]; readonly seats: Seat[]; readonly at: number } | null,
  known: ReadonlyMap<string, string>,
): SyncPeople {
  if (found === null) return { people: [], workstations: [], asOf: null };
  const names = new Map(found.members.map(({ id, name }) => [id, known.get(id) ?? name]));
  return {
    people: found.members.map(({ revokedAt, ...member }) => ({
      ...member,
      name: names.get(member.id) ?? member.name,
      isRevoked: revokedAt !== null,
    })),
    workstations: found.seats.map((seat) => ({
      ...{ id: seat.id, label: seat.label, isYou: seat.isYou },
      people: seat.people.map((id) => names.get(id) ?? id),
      joinedAt: iso(seat.joinedAt),
      lastSeenAt: iso(seat.lastSeenAt),
      isRevoked: seat.revokedAt !== null,
    })),
    asOf: toIso(found.at),
  };
}
