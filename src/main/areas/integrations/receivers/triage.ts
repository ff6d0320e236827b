/**
 * Looks at a message just long enough to say whether it can become an alert: a busy network sends plain
 * messages by the thousand, and those that no setting asks for need neither disk nor database. What might
 * be of a product is always kept for a closer look.
 */
import { PLAIN_LEVELS, type SyslogSettings } from './receiver-settings.ts';

/** Null: keep it. Otherwise why it is passed over. */
export type Triage = (message: Buffer) => string | null;

const OPEN = 0x3c;
const CLOSE = 0x3e;

export function createTriage({ plain }: Pick<SyslogSettings, 'plain'>): Triage {
  const most = PLAIN_LEVELS.indexOf(plain) - 1;
  return (message) => {
    const severity = severityOf(message);
    if (severity !== null && severity <= most) return null;
    if (mayBeOfProduct(message)) return null;
    if (severity === null) return 'plain messages without a priority';
    return most < 0 ? 'plain messages' : `plain messages below ${plain}`;
  };
}

/** Of `<priority>`: 0 to 7. */
function severityOf(message: Buffer): number | null {
  if (message[0] !== OPEN) return null;
  let value = 0;
  for (let at = 1; at < 5; at++) {
    const byte = message[at] ?? 0;
    if (byte === CLOSE && at > 1) return value <= 191 ? value & 7 : null;
    if (byte < 48 || byte > 57) return null;
    value = value * 10 + byte - 48;
  }
  return null;
}

const MARKS = [
  Buffer.from('CEF:'),
  Buffer.from('LEEF:'),
  Buffer.from('{"'),
  Buffer.from('[Priority: '),
  Buffer.from('[Classification: '),
];

function mayBeOfProduct(message: Buffer): boolean {
  return MARKS.some((mark) => message.includes(mark));
}
