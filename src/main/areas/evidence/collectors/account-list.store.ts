/** Who has an account, and what it may do. */
import { toIso } from '../../../../shared/kernel/time.ts';
import { csvCell } from '../../../platform/csv-cell.ts';
import { type Collector, daysOf } from './collector.ts';

const COLUMNS = [
  'email',
  'first name',
  'last name',
  'role',
  'state',
  'created',
  'deactivated',
  'role changes in the period',
];

export const collectAccountList: Collector = ({ db, period }) => {
  const accounts = db.all<{
    id: string;
    email: string;
    first_name: string | null;
    last_name: string | null;
    role: string;
    created_at: number;
    deactivated_at: number | null;
    role_changes: number;
  }>(
    `SELECT u.id, u.email, u.first_name, u.last_name, u.role, u.created_at, u.deactivated_at,
       (SELECT count(*) FROM audit_log a WHERE a.record_id = u.id AND a.resource = 'users'
         AND a.at >= ? AND a.at < ? AND json_extract(a.changes, '$.role') IS NOT NULL) AS role_changes
     FROM users u WHERE u.deleted_at IS NULL ORDER BY u.email`,
    period.from,
    period.to,
  );
  const day = (at: number | null) => (at === null ? '' : toIso(at));
  const lines = accounts.map((account) => [
    account.email,
    account.first_name ?? '',
    account.last_name ?? '',
    account.role,
    account.deactivated_at === null ? 'active' : 'deactivated',
    day(account.created_at),
    day(account.deactivated_at),
    account.role_changes,
  ]);
  const active = accounts.filter((account) => account.deactivated_at === null).length;
  return {
    fileName: `accounts-${daysOf(period)}.csv`,
    mediaType: 'text/csv',
    text: [COLUMNS, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join(''),
    summary: `${accounts.length} accounts, ${active} of them active`,
  };
};
