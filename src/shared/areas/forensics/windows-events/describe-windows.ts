/** What an event of Windows is in a word and a line, from its flat fields (docs/spec/evtx.md, [EVT12]). */
import type { EventFields, EventKind } from '../events/event.types.ts';
import { firstField } from '../logs/fields.ts';
import { fallback, lineOf, type Part, partOf } from './event-line.ts';
import { CHANNEL_OF_PROVIDER, WINDOWS_EVENTS } from './windows-events.table.ts';
import type { Whose } from './windows-events.types.ts';
import { userOf } from './windows-user.ts';

export interface Described {
  readonly kind: EventKind;
  readonly host: string | null;
  readonly user: string | null;
  readonly provider: string | null;
  readonly code: string | null;
  readonly summary: string;
}

interface Known {
  readonly kind: EventKind;
  readonly parts: readonly Part[];
  readonly whose: Whose | undefined;
}

/** Lines are taken apart once, as they are met. */
export class WindowsDescriber {
  readonly #known = new Map<string, Map<string, Known | null>>();

  /** `channel` stands for the event's own where it has none. */
  describe(fields: EventFields): Described {
    const channel = firstField(fields, 'Channel');
    const provider = firstField(fields, 'Provider_Name');
    const code = firstField(fields, 'EventID');
    const known = this.#find(channel === '' ? `@${provider}` : channel, code);
    return {
      kind: known?.kind ?? kindOfChannel(channel || provider),
      host: firstField(fields, 'Computer') || null,
      user: userOf(fields, known?.whose),
      provider: channel || provider || null,
      code: code || null,
      summary: known ? lineOf(known.parts, fields) : fallback(fields, provider || channel, code),
    };
  }

  #find(channel: string, code: string): Known | null {
    let codes = this.#known.get(channel);
    if (codes === undefined) {
      // Hostile logs name channels and ids without end.
      if (this.#known.size > 500) this.#known.clear();
      codes = new Map();
      this.#known.set(channel, codes);
    }
    const found = codes.get(code);
    if (found !== undefined) return found;
    if (codes.size > 5_000) codes.clear();
    const made = look(channel, code);
    codes.set(code, made);
    return made;
  }
}

function look(channel: string, code: string): Known | null {
  const name = channel.startsWith('@')
    ? own(CHANNEL_OF_PROVIDER, channel.slice(1).toLowerCase())
    : channel.toLowerCase();
  const event = own(own(WINDOWS_EVENTS, name ?? ''), code);
  if (!event) return null;
  const [kind, line, whose] = event;
  return { kind, parts: line.split('|').map(partOf), whose };
}

function own<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}

function kindOfChannel(channel: string): EventKind {
  const name = channel.toLowerCase();
  if (name.includes('powershell')) return 'script';
  if (name.includes('defender') || name.includes('codeintegrity')) return 'detection';
  if (name.includes('taskscheduler')) return 'service';
  if (name.includes('dns')) return 'dns';
  return 'log';
}
