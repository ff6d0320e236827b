/** How the demo's alerts were closed, by the template they come from. */
import {
  findReason,
  impliedVerdict,
  type Verdict,
  verdictsOf,
} from '../../../../shared/areas/alerts/dispositions.rules.ts';

const REASONS: Readonly<Record<string, string>> = {
  'edge-scan': 'attempt-blocked',
  'web-scanner': 'attempt-blocked',
  'traversal-404': 'rule-too-broad',
  'foreign-resolver': 'rule-too-broad',
  'remote-help': 'user-confirmed',
  'old-tls': 'accepted-exception',
  'ftp-labels': 'accepted-exception',
  'backup-upload': 'backup-or-replication',
  'internal-scan': 'authorised-scan',
  sinkhole: 'attempt-blocked',
  'ssh-typo': 'threshold-too-low',
  'many-failures': 'user-confirmed',
  lockout: 'user-confirmed',
  sudo: 'administrator-activity',
  'config-changed': 'change-window',
  'software-service': 'software-deployment',
  'scheduled-task': 'administrator-activity',
  usb: 'accepted-exception',
  'admin-group': 'administrator-activity',
  'av-age': 'change-window',
  'mail-new-place': 'travel-or-remote-work',
  'inbox-rule': 'rule-too-broad',
  'bulk-mail': 'signature-collision',
  'unsigned-installer': 'missing-allow-list',
  'deploy-powershell': 'software-deployment',
  extension: 'attempt-blocked',
  unwanted: 'malware-on-host',
  'lsass-backup': 'security-tool',
  'jump-rdp': 'administrator-activity',
  macro: 'missing-allow-list',
  'archive-rename': 'backup-or-replication',
};

/** The verdict that fits template and status; what a story resolves was real. */
export function demoDisposition(
  key: string,
  as: 'RESOLVED' | 'FALSE_POSITIVE',
): { readonly verdict: Verdict; readonly reasonCode: string | null } {
  const reason = findReason(REASONS[key] ?? '');
  if (reason && verdictsOf(as).includes(reason.verdict))
    return { verdict: reason.verdict, reasonCode: reason.code };
  return { verdict: impliedVerdict(as) ?? 'TRUE_POSITIVE', reasonCode: null };
}
