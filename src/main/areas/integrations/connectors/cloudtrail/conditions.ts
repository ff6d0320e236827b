/** Rules that look at more than the name of the call. Each is asked in order; the first that fits counts. */
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { TRAIL_RULES, type TrailRule } from './events.table.ts';

const FAILED_LOGIN: TrailRule = {
  title: 'Console sign-in failed',
  severity: 'MEDIUM',
  category: 'Sign-in',
  techniques: ['T1110'],
};
const FAILED_ROOT_LOGIN: TrailRule = {
  ...FAILED_LOGIN,
  title: 'Console sign-in of the root user failed',
  severity: 'HIGH',
};
const LOGIN_WITHOUT_MFA: TrailRule = {
  title: 'Console sign-in without MFA',
  severity: 'MEDIUM',
  category: 'Sign-in',
  techniques: ['T1078.004'],
};
const ROOT_LOGIN: TrailRule = {
  title: 'Console sign-in of the root user',
  severity: 'HIGH',
  category: 'Sign-in',
  techniques: ['T1078.004'],
};
const ROOT_USE: TrailRule = {
  title: 'Root user used',
  severity: 'HIGH',
  category: 'Identity',
  techniques: ['T1078.004'],
};
const PUBLIC_BUCKET: TrailRule = {
  title: 'Bucket made public',
  severity: 'HIGH',
  category: 'Data',
  techniques: ['T1530'],
};
const PUBLIC_SNAPSHOT: TrailRule = {
  title: 'Snapshot or image made public',
  severity: 'CRITICAL',
  category: 'Data',
  techniques: ['T1537'],
};
const OPEN_TO_ALL: TrailRule = {
  title: 'Security group opened to every address',
  severity: 'HIGH',
  category: 'Network',
  techniques: ['T1562.007'],
};

/** The text of what was asked for, cut: a policy in it is a text of its own. */
function asked(record: JsonObject): string {
  const { requestParameters } = record;
  if (!isObject(requestParameters)) return '';
  try {
    return JSON.stringify(requestParameters).slice(0, 50_000);
  } catch {
    return '';
  }
}

const isRoot = (record: JsonObject): boolean =>
  isObject(record.userIdentity) && record.userIdentity.type === 'Root';

/** The rule of a call, or null where none is interested in it. */
export function ruleOf(record: JsonObject, source: string, name: string): TrailRule | null {
  if (name === 'ConsoleLogin') return signIn(record);
  const listed = TRAIL_RULES.get(`${source}/${name}`) ?? null;
  if (listed !== null) return sharper(record, source, name) ?? listed;
  return isRootUse(record) ? ROOT_USE : null;
}

function signIn(record: JsonObject): TrailRule | null {
  const { responseElements, additionalEventData } = record;
  const outcome = isObject(responseElements) ? responseElements.ConsoleLogin : null;
  if (outcome === 'Failure') return isRoot(record) ? FAILED_ROOT_LOGIN : FAILED_LOGIN;
  if (isRoot(record)) return ROOT_LOGIN;
  const isUser = isObject(record.userIdentity) && record.userIdentity.type === 'IAMUser';
  const isWithout = isObject(additionalEventData) && additionalEventData.MFAUsed === 'No';
  return isUser && isWithout ? LOGIN_WITHOUT_MFA : null;
}

/** What AWS does in the name of the root user, and what only reads, is no use of it. */
function isRootUse(record: JsonObject): boolean {
  const { userIdentity, eventType, readOnly } = record;
  if (!isObject(userIdentity) || userIdentity.type !== 'Root') return false;
  return (
    userIdentity.invokedBy === undefined && eventType !== 'AwsServiceEvent' && readOnly !== true
  );
}

const ALL_USERS = /AllUsers|AuthenticatedUsers|public-read/;
const ANYONE = /\\?"Principal\\?":\s*(?:\\?"\*\\?"|\{\\?"AWS\\?":\s*\[?\\?"\*\\?")/;
const ANY_ADDRESS = /"(?:0\.0\.0\.0|::)\/0"/;
const GROUP_ALL = /"(?:group|groupId|valuesToAdd)":[^}]{0,40}"all"/i;

function sharper(record: JsonObject, source: string, name: string): TrailRule | null {
  switch (`${source}/${name}`) {
    case 's3/PutBucketAcl':
      return ALL_USERS.test(asked(record)) ? PUBLIC_BUCKET : null;
    case 's3/PutBucketPolicy':
      return ANYONE.test(asked(record)) ? PUBLIC_BUCKET : null;
    case 'ec2/ModifySnapshotAttribute':
    case 'ec2/ModifyImageAttribute':
    case 'rds/ModifyDBSnapshotAttribute':
    case 'rds/ModifyDBClusterSnapshotAttribute':
      return GROUP_ALL.test(asked(record)) ? PUBLIC_SNAPSHOT : null;
    case 'ec2/AuthorizeSecurityGroupIngress':
    case 'ec2/ModifySecurityGroupRules':
      return ANY_ADDRESS.test(asked(record)) ? OPEN_TO_ALL : null;
    default:
      return null;
  }
}
