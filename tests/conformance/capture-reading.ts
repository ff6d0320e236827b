/** Reads captures for tests: all events of a file, in chunks of a given size. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CAPTURE_CRYPTO } from '../../src/main/areas/forensics/pcap/capture-crypto.ts';
import type {
  CaptureEvent,
  CaptureReceipt,
} from '../../src/shared/areas/forensics/pcap/capture.types.ts';
import { createCaptureReader } from '../../src/shared/areas/forensics/pcap/capture-reader.ts';
import type { CaptureLimits } from '../../src/shared/areas/forensics/pcap/limits.ts';

export const CAPTURES = resolve(import.meta.dirname, '../../../shared/data/pcap');

export interface ReadCapture {
  readonly events: readonly CaptureEvent[];
  readonly receipt: CaptureReceipt;
}

export interface ReadingOptions {
  readonly chunk?: number;
  readonly limits?: Partial<CaptureLimits>;
}

export function readCaptureBytes(bytes: Uint8Array, options: ReadingOptions = {}): ReadCapture {
  const { chunk = 65_536, limits = {} } = options;
  const events: CaptureEvent[] = [];
  const reader = createCaptureReader({
    crypto: CAPTURE_CRYPTO,
    limits,
    seed: 1,
    onEvent: (event) => events.push(event),
  });
  for (let at = 0; at < bytes.length; at += chunk) {
    // A copy, because the reader may keep views of what it is given.
    reader.push(bytes.slice(at, at + chunk));
  }
  return { events, receipt: reader.end() };
}

export function captureNames(): string[] {
  return readdirSync(join(CAPTURES, 'captures')).sort();
}

export function capturePath(name: string): string {
  return join(CAPTURES, 'captures', name);
}

export function readCaptureFile(name: string, options: ReadingOptions = {}): ReadCapture {
  return readCaptureBytes(readFileSync(capturePath(name)), options);
}

/** The events of one type. */
export function eventsOf<T extends CaptureEvent['type']>(
  events: readonly CaptureEvent[],
  type: T,
): Extract<CaptureEvent, { type: T }>[] {
  return events.filter((event): event is Extract<CaptureEvent, { type: T }> => event.type === type);
}
