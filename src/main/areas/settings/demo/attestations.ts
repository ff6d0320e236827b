/** Who of the desk was asked to read a policy, and who has. */
import { defaultStatement } from '../../../../shared/areas/policies/attestations.rules.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/kernel/time.ts';
import {
  policyAttestationRequestsTable,
  policyAttestationsTable,
} from '../../../db/tables/policy-texts.table.ts';
import { byPerson, dateFrom, type World } from './world.ts';

interface ReadVersion {
  readonly policyId: string;
  readonly versionId: string;
  readonly version: string;
  readonly sha256: string;
  readonly title: string;
}

const ASKED_DAYS_AGO = 12;
const DUE_IN_DAYS = 18;

/** Two of three have; the others still have time. */
export function addAttestationsToPast(world: World, { title, ...read }: ReadVersion): void {
  const { past, now } = world;
  const officer = world.desk('priya');
  const askedAt = world.daysAgo(ASKED_DAYS_AGO);
  const requestId = world.newId();
  const statement = defaultStatement(title, read.version);
  past.add(askedAt, byPerson(officer, 'policies.ask-attestation'), (tx) =>
    tx.insert(policyAttestationRequestsTable, {
      ...{ ...read, id: requestId, statement },
      roles: ['SOC Analyst', 'Compliance Officer', 'Administrator'],
      accounts: [],
      due: dateFrom(now, DUE_IN_DAYS),
      createdBy: officer,
      createdAt: askedAt,
      updatedAt: askedAt,
    }),
  );
  world.content.company.desk
    .filter((_, place) => place % 3 !== 2)
    .forEach(({ key, firstName, lastName }, place) => {
      const attestedAt = askedAt + (place % 9) * DAY_MS + (place + 2) * HOUR_MS;
      const accountId = world.desk(key);
      past.add(attestedAt, byPerson(accountId, 'policies.attest'), (tx) =>
        tx.insert(policyAttestationsTable, {
          ...{ ...read, id: world.newId(), requestId, statement, accountId, attestedAt },
          accountName: `${firstName} ${lastName}`,
        }),
      );
    });
}
