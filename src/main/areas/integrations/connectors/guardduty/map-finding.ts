import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { firstAt, valueAt } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { collectTechniques, firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';
import { endsOf } from './finding-ends.ts';
import { TECHNIQUES_OF_FAMILY } from './techniques.table.ts';

/** A finding of GuardDuty, as GetFindings gives it ("GuardDuty finding format"). */
export function mapFinding(record: unknown, tally: ImportTally): ParseOutcome {
  if (!isObject(record)) return { type: 'rejected', reason: 'not a JSON object' };
  const type = label(record.type);
  return makeAlert(
    {
      title: firstLabel(record.title, type),
      description: record.description,
      severity: severityOf(record.severity),
      source: 'Amazon GuardDuty',
      host: hostOf(record),
      user: userOf(record),
      ...endsOf(record),
      detector: type === null ? null : `guardduty:${type}`,
      category: type === null ? null : purposeOf(type),
      techniques: techniquesOfFinding(record, type),
      // The first time, which later changes of the finding leave as it is.
      time: firstLabel(
        valueAt(record, 'service.eventFirstSeen'),
        record.createdAt,
        record.updatedAt,
      ),
    },
    tally,
  );
}

export function keyOfFinding(record: unknown): string | null {
  return isObject(record) ? firstLabel(record.arn, record.id) : null;
}

/** "Severity levels of GuardDuty findings": 9.0 and more critical, 7.0 high, 4.0 medium, below it low. */
function severityOf(value: unknown): Severity | null {
  const score = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof score !== 'number' || !(score >= 0 && score <= 10)) return null;
  if (score >= 9) return 'CRITICAL';
  if (score >= 7) return 'HIGH';
  return score >= 4 ? 'MEDIUM' : 'LOW';
}

/** 'UnauthorizedAccess' of 'UnauthorizedAccess:EC2/SSHBruteForce'. */
function purposeOf(type: string): string | null {
  const colon = type.indexOf(':');
  return label(colon > 0 ? type.slice(0, colon) : type);
}

const HOSTS = [
  'resource.instanceDetails.instanceId',
  'resource.eksClusterDetails.name',
  'resource.ecsClusterDetails.name',
  'resource.lambdaDetails.functionName',
  'resource.rdsDbInstanceDetails.dbInstanceIdentifier',
  'resource.rdsLimitlessDbDetails.dbShardGroupIdentifier',
  'resource.s3BucketDetails.name',
  'resource.containerDetails.name',
];

/** The name that the instance's tag gives it, else what AWS calls the resource. */
function hostOf(record: JsonObject): string | null {
  const tags = valueAt(record, 'resource.instanceDetails.tags');
  const named = Array.isArray(tags)
    ? tags.slice(0, 100).find((tag) => isObject(tag) && tag.key === 'Name')
    : undefined;
  return (isObject(named) ? label(named.value) : null) ?? label(firstAt(record, HOSTS));
}

const USERS = [
  'resource.accessKeyDetails.userName',
  'resource.kubernetesDetails.kubernetesUserDetails.username',
  'resource.rdsDbUserDetails.user',
  'service.runtimeDetails.process.user',
];

function userOf(record: JsonObject): string | null {
  return label(firstAt(record, USERS));
}

/** From the type; an attack sequence lists those of its signals itself. */
function techniquesOfFinding(record: JsonObject, type: string | null): readonly string[] {
  const found = new Set<string>();
  const family = type?.slice(type.indexOf('/') + 1) ?? '';
  const known = TECHNIQUES_OF_FAMILY.find(([begin]) => family.startsWith(begin));
  if (known) found.add(known[1]);
  const indicators = valueAt(record, 'service.detection.sequence.sequenceIndicators');
  for (const one of Array.isArray(indicators) ? indicators.slice(0, 100) : [])
    if (isObject(one) && one.key === 'ATTACK_TECHNIQUE') collectTechniques(found, one.values);
  return [...found];
}
