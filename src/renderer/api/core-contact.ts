import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Host, HostResponse } from '../../shared/host.ts';
import { SECOND_MS } from '../../shared/kernel/time.ts';

export type Connection = 'connecting' | 'live' | 'lost';

/** What the page knows of its line to the core. Times are of the core's clock. */
export interface ConnectionState {
  readonly state: Connection;
  /** When the stream broke off; null while it has not. */
  readonly lostAt: number | null;
  /** When anything last came from the core: an answer or an event. */
  readonly contactAt: number | null;
}
export type ConnectionStore = StoreApi<ConnectionState>;

export function createConnectionStore(): ConnectionStore {
  return createStore(() => ({ state: 'connecting', lostAt: null, contactAt: null }));
}

/** Smaller differences are the way an answer took, and HTTP's whole seconds. */
const IGNORED_MS = 5 * SECOND_MS;

/** The core's time, told from the page's own clock and how far that is off. */
export interface CoreClock {
  now(): number;
  /** `date`: the header of an answer (RFC 9110, section 6.6.1); without one nothing is learned. */
  hear(date: string | undefined): void;
}

export function createCoreClock(clock: () => number = Date.now): CoreClock {
  let offset = 0;
  return {
    now: () => clock() + offset,
    hear(date) {
      const time = Date.parse(date ?? '');
      if (Number.isNaN(time)) return;
      const difference = time + SECOND_MS / 2 - clock();
      offset = Math.abs(difference) < IGNORED_MS ? 0 : difference;
    },
  };
}

/** Notes of every answer when it came and by which clock. */
export function watchContact(host: Host, clock: CoreClock, connection: ConnectionStore): Host {
  function heard(response: HostResponse): HostResponse {
    clock.hear(response.headers.date);
    connection.setState({ contactAt: clock.now() });
    return response;
  }
  return {
    ...host,
    request: async (request) => heard(await host.request(request)),
    sendFile: async (file, request, headBytes) =>
      heard(await host.sendFile(file, request, headBytes)),
  };
}
