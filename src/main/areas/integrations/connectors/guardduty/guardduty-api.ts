import type { ConnectorContext } from '../../connector.types.ts';
import { type AwsCredentials, askJson } from '../aws/aws-call.ts';
import { awsAddress } from '../aws/aws-settings.ts';
import { listIn, textIn, unexpected } from '../shared/answers.ts';
import type { GuardDutySettings } from './settings.ts';

type Context = ConnectorContext<GuardDutySettings>;

/** As many as ListFindings lists and GetFindings gives at once. */
const MOST_AT_ONCE = 50;

export const findingsAtOnce = (batchSize: number): number => Math.min(MOST_AT_ONCE, batchSize);

interface Place {
  readonly context: Context;
  readonly credentials: AwsCredentials;
  readonly region: string;
}

function ask(
  { context, credentials, region }: Place,
  question: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly body?: { readonly [name: string]: unknown };
    readonly action: string;
    readonly why: string;
  },
) {
  const { path, action, ...rest } = question;
  const base = context.settings.address || awsAddress('guardduty', region);
  return askJson(context, credentials, {
    ...rest,
    service: 'guardduty',
    region,
    url: `${base}${path}`,
    action: `guardduty:${action} in ${region}`,
  });
}

/** None where GuardDuty is not switched on in the region. */
export async function listDetectors(place: Place): Promise<readonly string[]> {
  const { body } = await ask(place, {
    method: 'GET',
    path: '/detector?maxResults=50',
    action: 'ListDetectors',
    why: 'the detectors of the region',
  });
  const ids = listIn(body, 'detectorIds');
  if (ids === null) throw unexpected('GuardDuty', 'a list of detectors');
  return ids.filter((id): id is string => typeof id === 'string' && id !== '').sort();
}

export interface FindingsAsked {
  readonly detector: string;
  /** ms since 1970, both inclusive. */
  readonly from: number;
  readonly to: number;
  readonly token: string | null;
}

/** Ids of findings changed within a stretch of time, the oldest change first. */
export async function listFindings(
  place: Place,
  { detector, from, to, token }: FindingsAsked,
): Promise<{ readonly ids: readonly string[]; readonly token: string | null }> {
  const isAll = place.context.settings.includeArchived;
  const { body } = await ask(place, {
    method: 'POST',
    path: `/detector/${encodeURIComponent(detector)}/findings`,
    body: {
      findingCriteria: {
        criterion: {
          updatedAt: { greaterThanOrEqual: from, lessThanOrEqual: to },
          ...(isAll ? {} : { 'service.archived': { equals: ['false'] } }),
        },
      },
      sortCriteria: { attributeName: 'updatedAt', orderBy: 'ASC' },
      maxResults: findingsAtOnce(place.context.batchSize),
      ...(token === null ? {} : { nextToken: token }),
    },
    action: 'ListFindings',
    why: 'findings since the last synchronisation',
  });
  const ids = listIn(body, 'findingIds');
  if (ids === null) throw unexpected('GuardDuty', 'a list of findings');
  return { ids: ids.filter((id) => typeof id === 'string'), token: textIn(body, 'nextToken') };
}

export async function getFindings(
  place: Place,
  detector: string,
  ids: readonly string[],
): Promise<readonly Uint8Array[]> {
  const reply = await ask(place, {
    method: 'POST',
    path: `/detector/${encodeURIComponent(detector)}/findings/get`,
    body: { findingIds: ids },
    action: 'GetFindings',
    why: 'findings since the last synchronisation',
  });
  if (listIn(reply.body, 'findings') === null) throw unexpected('GuardDuty', 'findings');
  return reply.records('findings');
}
