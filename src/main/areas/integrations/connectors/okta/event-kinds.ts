import type { Severity } from '../../../../../shared/kernel/severity.ts';

/** When an event of this type is an alert: by its outcome, or whatever came of it. */
type When = 'always' | 'failure' | 'success';

interface EventKind {
  readonly severity: Severity;
  readonly when: When;
  /** ATT&CK technique of what is suspected. */
  readonly technique: string | null;
  readonly category: string;
}

/** severity, when, technique, category; "Event types" of the system log. */
const ROWS: Readonly<Record<string, readonly [Severity, When, string | null, string]>> = {
  'security.threat.detected': ['HIGH', 'always', null, 'Threat'],
  'security.attack.start': ['HIGH', 'always', 'T1110', 'Threat'],
  'security.breached_credential.detected': ['HIGH', 'always', 'T1078', 'Credentials'],
  'security.request.blocked': ['MEDIUM', 'always', null, 'Threat'],
  'security.session.detect_client_roaming': ['MEDIUM', 'always', 'T1539', 'Session'],
  'user.session.context.change': ['MEDIUM', 'always', 'T1539', 'Session'],
  'user.risk.detect': ['HIGH', 'always', 'T1078', 'Risk'],
  'user.risk.change': ['MEDIUM', 'always', 'T1078', 'Risk'],
  'user.account.report_suspicious_activity_by_enduser': ['HIGH', 'always', 'T1078', 'Report'],
  'user.account.lock': ['MEDIUM', 'always', 'T1110', 'Account'],
  'user.account.lock.limit': ['MEDIUM', 'always', 'T1110', 'Account'],
  'user.account.unlock_by_admin': ['LOW', 'success', null, 'Account'],
  'user.account.reset_password': ['LOW', 'success', 'T1098', 'Account'],
  'user.account.privilege.grant': ['HIGH', 'success', 'T1098.003', 'Privilege'],
  'group.privilege.grant': ['HIGH', 'success', 'T1098.003', 'Privilege'],
  'iam.resourceset.bindings.add': ['MEDIUM', 'success', 'T1098.003', 'Privilege'],
  'user.session.start': ['LOW', 'failure', 'T1110', 'Sign-in'],
  'user.authentication.sso': ['LOW', 'failure', 'T1078', 'Sign-in'],
  'user.authentication.auth_via_mfa': ['LOW', 'failure', 'T1621', 'Sign-in'],
  'user.authentication.auth_via_IDP': ['LOW', 'failure', 'T1078', 'Sign-in'],
  'user.mfa.attempt_bypass': ['HIGH', 'always', 'T1556.006', 'Multi-factor'],
  'user.mfa.okta_verify.deny_push': ['MEDIUM', 'always', 'T1621', 'Multi-factor'],
  'user.mfa.okta_verify.deny_push_upgrade_needed': ['MEDIUM', 'always', 'T1621', 'Multi-factor'],
  'user.mfa.factor.deactivate': ['MEDIUM', 'success', 'T1556.006', 'Multi-factor'],
  'user.mfa.factor.reset_all': ['MEDIUM', 'success', 'T1556.006', 'Multi-factor'],
  'user.mfa.factor.activate': ['LOW', 'success', 'T1098.005', 'Multi-factor'],
  'user.session.impersonation.grant': ['HIGH', 'always', 'T1078', 'Impersonation'],
  'user.session.impersonation.initiate': ['HIGH', 'always', 'T1078', 'Impersonation'],
  'system.api_token.create': ['MEDIUM', 'success', 'T1098.001', 'Token'],
  'system.api_token.enable': ['MEDIUM', 'success', 'T1098.001', 'Token'],
  'system.org.rate_limit.violation': ['LOW', 'always', 'T1110', 'Rate limit'],
  'policy.lifecycle.deactivate': ['MEDIUM', 'success', 'T1556.009', 'Policy'],
  'policy.lifecycle.delete': ['MEDIUM', 'success', 'T1556.009', 'Policy'],
  'policy.lifecycle.update': ['LOW', 'success', 'T1556.009', 'Policy'],
  'policy.rule.deactivate': ['MEDIUM', 'success', 'T1556.009', 'Policy'],
  'policy.rule.delete': ['MEDIUM', 'success', 'T1556.009', 'Policy'],
  'policy.rule.update': ['LOW', 'success', 'T1556.009', 'Policy'],
  'zone.delete': ['MEDIUM', 'success', 'T1556.009', 'Network zone'],
  'zone.deactivate': ['MEDIUM', 'success', 'T1556.009', 'Network zone'],
  'zone.update': ['LOW', 'success', 'T1556.009', 'Network zone'],
  'system.idp.lifecycle.create': ['HIGH', 'success', 'T1484.002', 'Identity provider'],
  'system.idp.lifecycle.update': ['MEDIUM', 'success', 'T1484.002', 'Identity provider'],
  'system.log_stream.lifecycle.deactivate': ['HIGH', 'success', 'T1562.008', 'Log stream'],
  'system.log_stream.lifecycle.delete': ['HIGH', 'success', 'T1562.008', 'Log stream'],
  'application.lifecycle.delete': ['LOW', 'success', null, 'Application'],
  'app.oauth2.as.consent.grant': ['LOW', 'success', 'T1528', 'Consent'],
  'app.oauth2.client.privilege.grant': ['HIGH', 'success', 'T1098.003', 'Privilege'],
};

const KINDS: ReadonlyMap<unknown, EventKind> = new Map(
  Object.entries(ROWS).map(([type, [severity, when, technique, category]]) => [
    type,
    { severity, when, technique, category },
  ]),
);

export function kindOf(type: unknown): EventKind | null {
  return KINDS.get(type) ?? null;
}

/** Outcomes that the log calls by several words. */
export function isMet(when: When, result: unknown): boolean {
  if (when === 'always') return true;
  const failed = result === 'FAILURE' || result === 'DENY' || result === 'ABANDONED';
  return when === 'failure' ? failed : !failed;
}
