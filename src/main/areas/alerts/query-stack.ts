/** What a stack counts by: the column that is read of an alert, and the values that are in it. */
import { DECISIONS } from '../../../shared/areas/assistant/explanation.ts';
import { titleTemplate } from '../../../shared/areas/incidents/groups.rules.ts';
import type { StackField } from '../../../shared/areas/views/stacks.contract.ts';
import { MINUTE_MS } from '../../../shared/kernel/time.ts';

/** Zones differ from UTC by whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

export interface StackReading {
  /** SQL over `a`. */
  readonly expression: string;
  /** Values of one alert: several techniques, or none. */
  readonly valuesOf: (read: string | number | null) => ReadonlyArray<string | null>;
}

const GROUP_OF = `FROM group_members m CROSS JOIN alert_groups g ON g.id = m.group_id
  WHERE m.alert_seq = a.seq`;
const yesNo = (condition: string) => `iif(${condition}, 'yes', 'no')`;

const itself = (read: string | number | null) => [read === null ? null : String(read)];
const column = (expression: string): StackReading => ({ expression, valuesOf: itself });

export function stackReading(by: StackField, zone: string): StackReading {
  switch (by) {
    case 'host':
      return column('a.source_host');
    case 'user':
      return column('a.source_user');
    case 'ip':
      return column('a.source_ip');
    case 'dest':
      return column('a.dest_ip');
    case 'reason':
      return column('a.reason_code');
    case 'assignee':
      return column('a.assigned_to');
    case 'escalated':
      return column(yesNo('a.escalated = 1'));
    case 'acted':
      return column(yesNo("NOT (a.status = 'OPEN' AND a.first_action_at IS NULL)"));
    case 'suppressed':
      return column(yesNo('a.suppressed_by IS NOT NULL'));
    case 'import':
      return column('a.import_id');
    case 'decision':
      return {
        expression: '(SELECT e.decision FROM engine_decisions e WHERE e.alert_seq = a.seq)',
        valuesOf: (read) => [read === null ? null : (DECISIONS[Number(read)] ?? null)],
      };
    case 'group':
      return column(`(SELECT lower(hex(g.key)) ${GROUP_OF})`);
    case 'incident':
      return column(
        `(SELECT i.key ${GROUP_OF.replace('WHERE', 'CROSS JOIN incidents i ON i.id = g.incident_id WHERE')})`,
      );
    case 'template':
      return { expression: 'a.title', valuesOf: (title) => [titleTemplate(String(title ?? ''))] };
    case 'tech':
      return { expression: 'a.techniques', valuesOf: techniques };
    case 'hour':
    case 'weekday':
      return { expression: `a.created_at / ${QUARTER_MS}`, valuesOf: clockOf(by, zone) };
    default:
      return column(`a.${by}`);
  }
}

function techniques(read: string | number | null): ReadonlyArray<string | null> {
  const all: unknown = JSON.parse(String(read ?? '[]'));
  if (!Array.isArray(all) || all.length === 0) return [null];
  return [...new Set(all.map(String))];
}

/** `07` or `Mon`, on the wall of the zone; each quarter of an hour is worked out once. */
function clockOf(by: 'hour' | 'weekday', zone: string): StackReading['valuesOf'] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...(by === 'hour' ? { hour: '2-digit' } : { weekday: 'short' }),
  });
  return (read) => [format.format(Number(read) * QUARTER_MS)];
}
