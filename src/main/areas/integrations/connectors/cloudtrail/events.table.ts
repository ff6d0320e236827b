import type { Severity } from '../../../../../shared/kernel/severity.ts';

/** What a call to AWS means for security, by our own judgement. Techniques of ATT&CK (cloud matrix). */
export interface TrailRule {
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
): TrailRule => ({ severity, category, title, techniques });

const LOGGING = 'Logging and detection';
const IDENTITY = 'Identity';
const DATA = 'Data';
const NETWORK = 'Network';
const ACCOUNT = 'Account';

/** By event source without '.amazonaws.com', and event name. Conditions beyond the name: conditions.ts. */
export const TRAIL_RULES: ReadonlyMap<string, TrailRule> = new Map([
  ['cloudtrail/StopLogging', rule('CRITICAL', LOGGING, 'Trail stopped', 'T1562.008')],
  ['cloudtrail/DeleteTrail', rule('CRITICAL', LOGGING, 'Trail deleted', 'T1562.008')],
  ['cloudtrail/UpdateTrail', rule('MEDIUM', LOGGING, 'Trail changed', 'T1562.008')],
  [
    'cloudtrail/PutEventSelectors',
    rule('HIGH', LOGGING, 'What a trail records changed', 'T1562.008'),
  ],
  [
    'cloudtrail/DeleteEventDataStore',
    rule('HIGH', LOGGING, 'Event data store deleted', 'T1562.008'),
  ],
  [
    'config/StopConfigurationRecorder',
    rule('HIGH', LOGGING, 'AWS Config recorder stopped', 'T1562.008'),
  ],
  [
    'config/DeleteConfigurationRecorder',
    rule('HIGH', LOGGING, 'AWS Config recorder deleted', 'T1562.008'),
  ],
  [
    'config/DeleteDeliveryChannel',
    rule('HIGH', LOGGING, 'AWS Config delivery deleted', 'T1562.008'),
  ],
  ['guardduty/DeleteDetector', rule('CRITICAL', LOGGING, 'GuardDuty switched off', 'T1562.001')],
  ['guardduty/UpdateDetector', rule('MEDIUM', LOGGING, 'GuardDuty changed', 'T1562.001')],
  [
    'guardduty/CreateIPSet',
    rule('MEDIUM', LOGGING, 'Trusted addresses added to GuardDuty', 'T1562.001'),
  ],
  [
    'guardduty/UpdateIPSet',
    rule('MEDIUM', LOGGING, 'Trusted addresses of GuardDuty changed', 'T1562.001'),
  ],
  [
    'securityhub/DisableSecurityHub',
    rule('HIGH', LOGGING, 'Security Hub switched off', 'T1562.001'),
  ],
  [
    'access-analyzer/DeleteAnalyzer',
    rule('MEDIUM', LOGGING, 'Access Analyzer deleted', 'T1562.001'),
  ],
  ['ec2/DeleteFlowLogs', rule('HIGH', LOGGING, 'Flow logs deleted', 'T1562.008')],
  ['logs/DeleteLogGroup', rule('HIGH', LOGGING, 'Log group deleted', 'T1562.008')],
  ['logs/DeleteLogStream', rule('MEDIUM', LOGGING, 'Log stream deleted', 'T1562.008')],
  [
    'logs/PutRetentionPolicy',
    rule('LOW', LOGGING, 'Retention of a log group changed', 'T1562.008'),
  ],
  ['monitoring/DeleteAlarms', rule('MEDIUM', LOGGING, 'CloudWatch alarms deleted', 'T1562.001')],
  ['wafv2/DeleteWebACL', rule('HIGH', NETWORK, 'Web ACL deleted', 'T1562.007')],
  [
    'wafv2/DisassociateWebACL',
    rule('MEDIUM', NETWORK, 'Web ACL taken off a resource', 'T1562.007'),
  ],

  ['iam/CreateAccessKey', rule('MEDIUM', IDENTITY, 'Access key created', 'T1098.001')],
  ['iam/CreateUser', rule('MEDIUM', IDENTITY, 'IAM user created', 'T1136.003')],
  ['iam/DeleteUser', rule('LOW', IDENTITY, 'IAM user deleted', 'T1531')],
  ['iam/CreateLoginProfile', rule('MEDIUM', IDENTITY, 'Console password created', 'T1098.001')],
  [
    'iam/UpdateLoginProfile',
    rule('HIGH', IDENTITY, 'Console password changed by another', 'T1098.001'),
  ],
  ['iam/AttachUserPolicy', rule('HIGH', IDENTITY, 'Policy attached to a user', 'T1098.003')],
  ['iam/AttachRolePolicy', rule('MEDIUM', IDENTITY, 'Policy attached to a role', 'T1098.003')],
  ['iam/AttachGroupPolicy', rule('MEDIUM', IDENTITY, 'Policy attached to a group', 'T1098.003')],
  ['iam/PutUserPolicy', rule('HIGH', IDENTITY, 'Inline policy of a user changed', 'T1098.003')],
  ['iam/PutRolePolicy', rule('MEDIUM', IDENTITY, 'Inline policy of a role changed', 'T1098.003')],
  ['iam/PutGroupPolicy', rule('MEDIUM', IDENTITY, 'Inline policy of a group changed', 'T1098.003')],
  ['iam/CreatePolicyVersion', rule('MEDIUM', IDENTITY, 'Policy changed', 'T1098.003')],
  [
    'iam/SetDefaultPolicyVersion',
    rule('HIGH', IDENTITY, 'Another version of a policy put in force', 'T1098.003'),
  ],
  [
    'iam/UpdateAssumeRolePolicy',
    rule('HIGH', IDENTITY, 'Who may assume a role changed', 'T1098.003'),
  ],
  ['iam/AddUserToGroup', rule('MEDIUM', IDENTITY, 'User added to a group', 'T1098.003')],
  [
    'iam/DeleteUserPermissionsBoundary',
    rule('HIGH', IDENTITY, 'Permissions boundary of a user removed', 'T1098.003'),
  ],
  [
    'iam/DeleteRolePermissionsBoundary',
    rule('HIGH', IDENTITY, 'Permissions boundary of a role removed', 'T1098.003'),
  ],
  ['iam/DeactivateMFADevice', rule('HIGH', IDENTITY, 'MFA device deactivated', 'T1556.006')],
  ['iam/DeleteVirtualMFADevice', rule('MEDIUM', IDENTITY, 'MFA device deleted', 'T1556.006')],
  ['iam/CreateSAMLProvider', rule('HIGH', IDENTITY, 'SAML provider added', 'T1484.002')],
  ['iam/UpdateSAMLProvider', rule('HIGH', IDENTITY, 'SAML provider changed', 'T1484.002')],
  [
    'iam/CreateOpenIDConnectProvider',
    rule('HIGH', IDENTITY, 'OpenID Connect provider added', 'T1484.002'),
  ],
  ['iam/DeleteAccountPasswordPolicy', rule('HIGH', IDENTITY, 'Password policy deleted', 'T1556')],
  ['iam/UpdateAccountPasswordPolicy', rule('MEDIUM', IDENTITY, 'Password policy changed', 'T1556')],
  ['sts/GetFederationToken', rule('MEDIUM', IDENTITY, 'Federation token issued', 'T1550.001')],
  [
    'signin/PasswordRecoveryRequested',
    rule('HIGH', IDENTITY, 'Password recovery of the root user asked for', 'T1078.004'),
  ],

  ['s3/PutBucketPolicy', rule('MEDIUM', DATA, 'Policy of a bucket changed', 'T1530')],
  ['s3/DeleteBucketPolicy', rule('LOW', DATA, 'Policy of a bucket deleted', 'T1530')],
  ['s3/PutBucketAcl', rule('MEDIUM', DATA, 'Access list of a bucket changed', 'T1530')],
  [
    's3/DeletePublicAccessBlock',
    rule('HIGH', DATA, 'Block of public access removed from a bucket', 'T1530'),
  ],
  [
    's3/DeleteBucketPublicAccessBlock',
    rule('HIGH', DATA, 'Block of public access removed from a bucket', 'T1530'),
  ],
  [
    's3/DeleteAccountPublicAccessBlock',
    rule('CRITICAL', DATA, 'Block of public access removed from the account', 'T1530'),
  ],
  ['s3/PutBucketReplication', rule('MEDIUM', DATA, 'Replication of a bucket changed', 'T1537')],
  ['s3/PutBucketVersioning', rule('LOW', DATA, 'Versioning of a bucket changed', 'T1490')],
  ['s3/DeleteBucket', rule('MEDIUM', DATA, 'Bucket deleted', 'T1485')],
  ['s3/PutBucketLogging', rule('LOW', LOGGING, 'Access logging of a bucket changed', 'T1562.008')],
  ['ec2/ModifySnapshotAttribute', rule('HIGH', DATA, 'Sharing of a snapshot changed', 'T1537')],
  ['ec2/ModifyImageAttribute', rule('MEDIUM', DATA, 'Sharing of an image changed', 'T1537')],
  [
    'rds/ModifyDBSnapshotAttribute',
    rule('HIGH', DATA, 'Sharing of a database snapshot changed', 'T1537'),
  ],
  [
    'rds/ModifyDBClusterSnapshotAttribute',
    rule('HIGH', DATA, 'Sharing of a cluster snapshot changed', 'T1537'),
  ],
  [
    'ec2/DisableEbsEncryptionByDefault',
    rule('MEDIUM', DATA, 'Encryption of volumes no longer the default', 'T1562'),
  ],
  ['kms/ScheduleKeyDeletion', rule('HIGH', DATA, 'Deletion of a key scheduled', 'T1485')],
  ['kms/DisableKey', rule('HIGH', DATA, 'Key disabled', 'T1485')],
  ['kms/PutKeyPolicy', rule('MEDIUM', DATA, 'Policy of a key changed', 'T1098')],
  ['secretsmanager/DeleteSecret', rule('MEDIUM', DATA, 'Secret deleted', 'T1485')],
  [
    'secretsmanager/PutResourcePolicy',
    rule('HIGH', DATA, 'Who may read a secret changed', 'T1555.006'),
  ],
  ['backup/DeleteBackupVault', rule('HIGH', DATA, 'Backup vault deleted', 'T1490')],
  ['backup/DeleteRecoveryPoint', rule('HIGH', DATA, 'Recovery point deleted', 'T1490')],

  [
    'ec2/AuthorizeSecurityGroupIngress',
    rule('MEDIUM', NETWORK, 'Security group opened', 'T1562.007'),
  ],
  ['ec2/ModifySecurityGroupRules', rule('MEDIUM', NETWORK, 'Security group changed', 'T1562.007')],
  ['ec2/CreateNetworkAclEntry', rule('LOW', NETWORK, 'Network ACL changed', 'T1562.007')],
  ['ec2/ReplaceNetworkAclEntry', rule('LOW', NETWORK, 'Network ACL changed', 'T1562.007')],
  ['ec2/CreateInternetGateway', rule('LOW', NETWORK, 'Internet gateway created', 'T1578')],
  [
    'ec2/AcceptVpcPeeringConnection',
    rule('MEDIUM', NETWORK, 'Peering of networks accepted', 'T1599'),
  ],
  ['ec2/CreateTrafficMirrorSession', rule('HIGH', NETWORK, 'Traffic mirrored', 'T1040')],
  ['ec2/GetPasswordData', rule('HIGH', IDENTITY, 'Password of a Windows instance read', 'T1552')],
  ['ec2/ModifyInstanceAttribute', rule('LOW', ACCOUNT, 'Instance changed', 'T1578.005')],
  ['ec2/EnableSerialConsoleAccess', rule('HIGH', ACCOUNT, 'Serial console allowed', 'T1021.008')],
  [
    'ec2-instance-connect/SendSSHPublicKey',
    rule('MEDIUM', ACCOUNT, 'SSH key sent to an instance', 'T1021.004'),
  ],
  ['ssm/SendCommand', rule('MEDIUM', ACCOUNT, 'Command sent to instances', 'T1651')],
  [
    'lambda/AddPermission20150331v2',
    rule('MEDIUM', ACCOUNT, 'Who may call a function changed', 'T1098'),
  ],
  [
    'lambda/UpdateFunctionCode20150331v2',
    rule('LOW', ACCOUNT, 'Code of a function changed', 'T1648'),
  ],
  [
    'lambda/CreateFunctionUrlConfig',
    rule('MEDIUM', ACCOUNT, 'Function given a public address', 'T1648'),
  ],
  [
    'organizations/LeaveOrganization',
    rule('CRITICAL', ACCOUNT, 'Account left its organization', 'T1562'),
  ],
  ['organizations/DetachPolicy', rule('HIGH', ACCOUNT, 'Control policy detached', 'T1562')],
  [
    'organizations/DisablePolicyType',
    rule('HIGH', ACCOUNT, 'Control policies switched off', 'T1562'),
  ],
  ['organizations/DeleteOrganization', rule('CRITICAL', ACCOUNT, 'Organization deleted', 'T1562')],
  ['account/EnableRegion', rule('MEDIUM', ACCOUNT, 'Region enabled', 'T1535')],
  ['ses/UpdateAccountSendingEnabled', rule('MEDIUM', ACCOUNT, 'Sending of mail changed', 'T1496')],
]);
