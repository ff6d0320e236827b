import type {
  Attestation,
  AttestationQuery,
  AttestationRequest,
  AttestationRequestDetail,
  AttestationStats,
  AttestationText,
  NewAttestation,
  NewAttestationRequest,
  OpenAttestation,
  RequestQuery,
} from '../../../shared/areas/policies/attestations.contract.ts';
import {
  attestedPercent,
  defaultStatement,
  isLate,
} from '../../../shared/areas/policies/attestations.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Caller } from '../../db/write-door.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import { csvCell } from '../../platform/csv-cell.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  type AttestationRow,
  findAttestation,
  listAttestations,
  listRequests,
  mustFindRequest,
  type Page,
  type RequestRow,
  readMine,
  readPeople,
  readProgress,
  readStats,
  readTitles,
  requestsFor,
} from './attestations.store.ts';
import { askToAttest, attest, mustBeInForce, withdrawRequest } from './attestations.writes.ts';
import { mustFindPolicy, readNames } from './policies.store.ts';

export interface AttestationServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

const CSV_PAGE = 500;
const CSV_HEAD = [
  'Attested at',
  'Name',
  'Account',
  'Policy',
  'Version',
  'SHA-256 of the text',
  'Statement',
  'Asked for',
  'Id',
];

const byUser = (actor: string, action: string, reason?: string): Caller => ({
  actor,
  origin: 'user',
  action: `policies.${action}`,
  reason: reason ?? null,
});

export function createAttestationService({ db, clock, newId }: AttestationServiceDeps) {
  const today = () => localDay(clock.now());

  function toRequests(reader: ReadDb, rows: readonly RequestRow[]): AttestationRequest[] {
    const progress = readProgress(
      reader,
      rows.map(({ id }) => id),
    );
    const titles = readTitles(
      reader,
      rows.map(({ policyId }) => policyId),
    );
    const names = readNames(
      reader,
      rows.flatMap(({ createdBy, closedBy, accounts }) => [createdBy, closedBy, ...accounts]),
    );
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
    return rows.map((row) => {
      const { asked, attested } = progress.get(row.id) ?? { asked: 0, attested: 0 };
      const { id, policyId, versionId, version, sha256, statement, roles, due } = row;
      return {
        ...{ id, policyId, versionId, version, sha256, statement, roles, due, asked, attested },
        policyTitle: titles.get(policyId) ?? '',
        accounts: row.accounts.map((account) => ({
          id: account,
          name: nameOf(account) ?? 'Unknown account',
        })),
        state: row.closedAs ?? 'OPEN',
        closedAt: row.closedAt === null ? null : toIso(row.closedAt),
        closedByName: nameOf(row.closedBy),
        closedReason: row.closedReason,
        createdByName: nameOf(row.createdBy),
        createdAt: toIso(row.createdAt),
        missing: asked - attested,
        percent: attestedPercent(attested, asked),
        isOverdue: row.closedAt === null && attested < asked && isLate(due, today()),
      };
    });
  }

  function detail(reader: ReadDb, id: string): AttestationRequestDetail {
    const [request] = toRequests(reader, [mustFindRequest(reader, id)]);
    if (!request) throw new Error('A request was lost');
    return { ...request, people: readPeople(reader, id) };
  }

  function toAttestations(reader: ReadDb, rows: readonly AttestationRow[]): Attestation[] {
    const titles = readTitles(
      reader,
      rows.map(({ policyId }) => policyId),
    );
    return rows.map(({ rowVersion, fieldVersions, deletedAt, attestedAt, ...row }) => ({
      ...row,
      policyTitle: titles.get(row.policyId) ?? '',
      attestedAt: toIso(attestedAt),
    }));
  }

  const get = (id: string) => db.read('policies.request', (reader) => detail(reader, id));
  const records = (query: AttestationQuery): Page<Attestation> =>
    db.read('policies.attestations', (reader) => {
      const found = listAttestations(reader, query);
      return { ...found, rows: toAttestations(reader, found.rows) };
    });

  return {
    get,
    records,
    requests: (query: RequestQuery): Page<AttestationRequest> =>
      db.read('policies.requests', (reader) => {
        const found = listRequests(reader, query);
        return { ...found, rows: toRequests(reader, found.rows) };
      }),

    /** @throws AppError 'not-found', 'conflict' where the policy is not in force, 'bad-input'. */
    ask(policyId: string, input: NewAttestationRequest, actor: string): AttestationRequestDetail {
      const id = db.write(byUser(actor, 'ask-attestation'), (tx) =>
        askToAttest(tx, newId, { policyId, actor }, input),
      );
      return get(id);
    },

    withdraw(id: string, reason: string, actor: string): AttestationRequestDetail {
      db.write(byUser(actor, 'withdraw-attestation', reason), (tx) =>
        withdrawRequest(tx, id, actor, reason),
      );
      return get(id);
    },

    stats: (account: string): AttestationStats =>
      db.read('policies.attestationStats', (reader) => readStats(reader, account, today())),

    mine: (account: string): OpenAttestation[] =>
      db.read('policies.attestMine', (reader) => readMine(reader, account, today())),

    text: (policyId: string, account: string): AttestationText =>
      db.read('policies.attestText', (reader) => {
        const version = mustBeInForce(reader, policyId);
        const { title } = mustFindPolicy(reader, policyId);
        const [request] = requestsFor(reader, account, { policyId, versionId: version.id });
        const mine = findAttestation(reader, { policyId, versionId: version.id, account });
        return {
          ...{ policyId, title, versionId: version.id, version: version.version },
          ...{ sha256: version.sha256, content: version.content },
          effectiveDate: version.effectiveDate,
          statement:
            mine?.statement ?? request?.statement ?? defaultStatement(title, version.version),
          requestId: request?.id ?? null,
          due: request?.due ?? null,
          attestedAt: mine ? toIso(mine.attestedAt) : null,
        };
      }),

    /** @throws AppError 'not-found', 'conflict'. */
    attest(policyId: string, input: NewAttestation, actor: string): Attestation {
      const id = db.write(byUser(actor, 'attest'), (tx) =>
        attest(tx, newId, { policyId, actor }, input),
      );
      const made = records({ policy: policyId, limit: CSV_PAGE }).rows.find((row) => row.id === id);
      if (!made) throw new Error('An attestation was lost');
      return made;
    },

    /** In pieces, so that a long record neither fills the memory nor holds up the core. */
    async *csv(policy: string | undefined): AsyncGenerator<string> {
      yield `${CSV_HEAD.join(',')}\r\n`;
      let cursor: string | null | undefined;
      do {
        const query = { limit: CSV_PAGE, ...(policy === undefined ? {} : { policy }) };
        const found = records(cursor ? { ...query, cursor } : query);
        yield found.rows
          .map((row) =>
            [
              row.attestedAt,
              row.accountName,
              row.accountId,
              row.policyTitle,
              row.version,
              row.sha256,
              row.statement,
              row.requestId ? 'yes' : 'no',
              row.id,
            ]
              .map(csvCell)
              .join(','),
          )
          .map((line) => `${line}\r\n`)
          .join('');
        cursor = found.nextCursor;
        await new Promise((resolve) => setImmediate(resolve));
      } while (cursor);
    },
  };
}
export type AttestationService = ReturnType<typeof createAttestationService>;
