/** JSON, a record a line (NDJSON, JSON Lines), also behind a sequence mark (RFC 7464). */
import { JsonEvents } from './json-events.ts';
import type { LineFormat } from './line-format.types.ts';

export const ndjsonFormat: LineFormat = {
  id: 'ndjson',
  label: 'JSON, a record a line',
  version: '1',
  looks(lines) {
    const filled = lines.filter((line) => line.trim() !== '').slice(0, 20);
    const sound = filled.filter(isRecord).length;
    if (sound === 0) return 0;
    // A list in one line is not a record a line.
    return sound >= filled.length / 2 ? 75 : 0;
  },
  open(context) {
    const events = new JsonEvents(context);
    return {
      line(text, at) {
        const record = withoutMark(text);
        if (record.trim() === '') return;
        // To try costs far more than to look.
        if (!/^\s*[[{]/.test(record)) {
          context.problem('a line is cut off or no JSON', at, true);
          return;
        }
        if (!events.text(record, at)) {
          const isTorn = !/[\]}]\s*,?\s*$/.test(record);
          if (!isTorn && /,\s*$/.test(record) && events.text(record.replace(/,\s*$/, ''), at))
            return;
          context.problem(
            isTorn ? 'a line is cut off or no JSON' : 'a line is not sound JSON',
            at,
            true,
          );
        }
      },
      end() {
        events.describer.end();
      },
    };
  },
};

/** RFC 7464 puts a record separator before each. */
function withoutMark(line: string): string {
  return line.charCodeAt(0) === 0x1e ? line.slice(1) : line;
}

function isRecord(line: string): boolean {
  const text = withoutMark(line).trim();
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text.replace(/,$/, ''));
    return true;
  } catch {
    return false;
  }
}
