import type { Severity } from '../../../../../shared/kernel/severity.ts';

/** What a call to Google Cloud means for security, by our own judgement. Techniques of ATT&CK. */
export interface MethodRule {
  readonly title: string;
  readonly severity: Severity;
  readonly category: string;
  readonly techniques: readonly string[];
}

const rule = (
  severity: Severity,
  category: string,
  title: string,
  ...techniques: readonly string[]
): MethodRule => ({ severity, category, title, techniques });

/** By the last two parts of the method's name, or the last one; services write it in several forms. */
export const METHOD_RULES: ReadonlyMap<string, MethodRule> = new Map([
  [
    'CreateServiceAccountKey',
    rule('MEDIUM', 'Identity', 'Key of a service account created', 'T1098.001'),
  ],
  [
    'UploadServiceAccountKey',
    rule('HIGH', 'Identity', 'Key of a service account uploaded', 'T1098.001'),
  ],
  ['CreateServiceAccount', rule('LOW', 'Identity', 'Service account created', 'T1136.003')],
  ['EnableServiceAccount', rule('MEDIUM', 'Identity', 'Service account enabled', 'T1098')],
  ['DeleteServiceAccount', rule('LOW', 'Identity', 'Service account deleted', 'T1531')],
  ['SetIamPolicy', rule('MEDIUM', 'Identity', 'Access policy changed', 'T1098.003')],
  ['SetIAMPolicy', rule('MEDIUM', 'Identity', 'Access policy changed', 'T1098.003')],
  ['setIamPolicy', rule('MEDIUM', 'Identity', 'Access policy changed', 'T1098.003')],
  ['setIamPermissions', rule('MEDIUM', 'Data', 'Access policy of a bucket changed', 'T1530')],
  ['CreateRole', rule('LOW', 'Identity', 'Role created', 'T1098.003')],
  ['UpdateRole', rule('MEDIUM', 'Identity', 'Role changed', 'T1098.003')],
  [
    'CreateWorkloadIdentityPool',
    rule('MEDIUM', 'Identity', 'Pool of foreign identities created', 'T1484.002'),
  ],
  [
    'CreateWorkloadIdentityPoolProvider',
    rule('HIGH', 'Identity', 'Provider of foreign identities added', 'T1484.002'),
  ],
  ['DeleteSink', rule('HIGH', 'Logging and detection', 'Log sink deleted', 'T1562.008')],
  ['UpdateSink', rule('MEDIUM', 'Logging and detection', 'Log sink changed', 'T1562.008')],
  ['DeleteBucket', rule('HIGH', 'Logging and detection', 'Bucket deleted', 'T1485')],
  ['DeleteLog', rule('HIGH', 'Logging and detection', 'Log deleted', 'T1562.008')],
  [
    'CreateExclusion',
    rule('HIGH', 'Logging and detection', 'Entries excluded from logging', 'T1562.008'),
  ],
  [
    'UpdateExclusion',
    rule('MEDIUM', 'Logging and detection', 'Exclusion from logging changed', 'T1562.008'),
  ],
  [
    'DeleteAlertPolicy',
    rule('MEDIUM', 'Logging and detection', 'Alerting policy deleted', 'T1562.001'),
  ],
  [
    'DeleteNotificationConfig',
    rule('MEDIUM', 'Logging and detection', 'Notification of findings deleted', 'T1562.001'),
  ],
  ['DisableService', rule('LOW', 'Account', 'Service disabled', 'T1562')],
  ['firewalls.insert', rule('MEDIUM', 'Network', 'Firewall rule created', 'T1562.007')],
  ['firewalls.patch', rule('MEDIUM', 'Network', 'Firewall rule changed', 'T1562.007')],
  ['firewalls.update', rule('MEDIUM', 'Network', 'Firewall rule changed', 'T1562.007')],
  ['firewalls.delete', rule('MEDIUM', 'Network', 'Firewall rule deleted', 'T1562.007')],
  ['packetMirrorings.insert', rule('HIGH', 'Network', 'Traffic mirrored', 'T1040')],
  ['networks.addPeering', rule('MEDIUM', 'Network', 'Peering of networks added', 'T1599')],
  ['subnetworks.patch', rule('LOW', 'Network', 'Subnet changed', 'T1562.008')],
  [
    'instances.setMetadata',
    rule('MEDIUM', 'Account', 'Metadata of an instance changed', 'T1098.004'),
  ],
  [
    'projects.setCommonInstanceMetadata',
    rule('HIGH', 'Account', 'Metadata of all instances changed', 'T1098.004'),
  ],
  [
    'instances.setServiceAccount',
    rule('MEDIUM', 'Account', 'Service account of an instance changed', 'T1098'),
  ],
  ['snapshots.setIamPolicy', rule('HIGH', 'Data', 'Sharing of a snapshot changed', 'T1537')],
  ['images.setIamPolicy', rule('HIGH', 'Data', 'Sharing of an image changed', 'T1537')],
  ['storage.buckets.delete', rule('MEDIUM', 'Data', 'Bucket deleted', 'T1485')],
  ['buckets.delete', rule('MEDIUM', 'Data', 'Bucket deleted', 'T1485')],
  ['DestroyCryptoKeyVersion', rule('HIGH', 'Data', 'Version of a key destroyed', 'T1485')],
  ['DeleteSecret', rule('MEDIUM', 'Data', 'Secret deleted', 'T1485')],
  ['UpdatePolicy', rule('MEDIUM', 'Account', 'Organization policy changed', 'T1562')],
  ['DeletePolicy', rule('HIGH', 'Account', 'Organization policy deleted', 'T1562')],
  ['SetOrgPolicy', rule('MEDIUM', 'Account', 'Organization policy changed', 'T1562')],
  ['DeleteProject', rule('HIGH', 'Account', 'Project deleted', 'T1485')],
  ['UpdateProjectBillingInfo', rule('MEDIUM', 'Account', 'Billing of a project changed', 'T1496')],
]);
