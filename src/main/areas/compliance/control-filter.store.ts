/** The filter of the controls' list as a condition on `controls c`. */
import type { ControlFilter } from '../../../shared/areas/compliance/controls.contract.ts';
import { DUE_WINDOW_MS } from '../../../shared/areas/compliance/controls.rules.ts';
import type { Bound } from '../../db/database.ts';

export interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

/** Applies and is in its pack: what is assessed, scored and reminded of. */
export const IN_SCOPE_SQL = 'c.is_applicable = 1 AND c.gone_in IS NULL';

/** Valid evidence: until when there is some is kept by triggers (migration 0017). */
const HAS_EVIDENCE = `EXISTS (SELECT 1 FROM control_proof p WHERE p.control_id = c.id
  AND p.accepted_until > ?)`;

/**
 * `FROM controls c` for what reads every control: by the index that holds all columns of the filter,
 * unless words are searched for (which stand in the rows) or a framework's own range is shorter. The
 * database keeps no statistics from which SQLite could tell.
 */
export function scanOf({ q, framework }: ControlFilter): string {
  return q || framework ? 'controls c' : 'controls c INDEXED BY controls_newest';
}

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

/** `%`, `_` and the sign that quotes them stand for themselves. */
const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Every word must be in the id, the title, the description or the requirement. */
function textConditions(q: string): Condition[] {
  const words = q.trim().split(/\s+/).filter(Boolean).slice(0, 8);
  return words.map((word) => {
    const pattern = likePattern(word);
    return {
      sql: `(c.control_id LIKE ? ESCAPE '\\' OR c.title LIKE ? ESCAPE '\\'
        OR c.description LIKE ? ESCAPE '\\' OR c.requirement LIKE ? ESCAPE '\\')`,
      values: [pattern, pattern, pattern, pattern],
    };
  });
}

function dueCondition(due: 'overdue' | 'soon', now: number): Condition {
  return due === 'overdue'
    ? { sql: `c.next_assessment <= ? AND ${IN_SCOPE_SQL}`, values: [now] }
    : {
        sql: `c.next_assessment > ? AND c.next_assessment <= ? AND ${IN_SCOPE_SQL}`,
        values: [now, now + DUE_WINDOW_MS],
      };
}

/** @param now Decides what is due and which evidence is valid, ms since the epoch. */
export function filterCondition(filter: ControlFilter, now: number): Condition {
  const parts: Condition[] = [{ sql: 'c.deleted_at IS NULL', values: [] }];
  const add = (sql: string, ...values: Bound[]) => parts.push({ sql, values });
  const { framework, status, priority, category, owner, automated, applicable } = filter;
  if (framework) add('c.framework_id = ?', framework);
  if (status?.length) add(`c.status IN (${marks(status)})`, ...status);
  if (priority?.length) add(`c.priority IN (${marks(priority)})`, ...priority);
  if (category) add('c.category = ?', category);
  if (owner === 'none') add('c.owner IS NULL');
  else if (owner) add('c.owner = ?', owner);
  if (automated !== undefined) add('c.is_automated = ?', automated ? 1 : 0);
  if (applicable !== undefined) add('c.is_applicable = ?', applicable ? 1 : 0);
  if (filter.due) parts.push(dueCondition(filter.due, now));
  if (filter.q) parts.push(...textConditions(filter.q));
  if (filter.hasEvidence !== undefined)
    add(filter.hasEvidence ? HAS_EVIDENCE : `NOT ${HAS_EVIDENCE}`, now);
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}
