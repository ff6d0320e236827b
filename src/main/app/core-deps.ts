import type { EventReader } from '../areas/forensics/events/event-reader.ts';
import type { AttackSource } from '../db/attack-reader.ts';
import type { Database } from '../db/database.ts';
import type { ReplaceableStorage } from '../db/replaceable.ts';
import type { EventHub } from '../http/events.ts';
import type { Route } from '../http/route.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Clock } from '../platform/clock.ts';
import type { Dial } from '../platform/egress/dial.ts';
import type { IsolationSwitch } from '../platform/egress/isolation-switch.ts';
import type { Egress } from '../platform/egress-port.ts';
import type { FileHandles } from '../platform/files.ts';
import type { HeldBack } from '../platform/held-back-port.ts';
import type { NewId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { OtherThreads } from './other-threads.ts';

/** What the wiring of an area may need of the core. */
export interface CoreDeps {
  readonly dataDir: string;
  readonly appRoot: string;
  /** The file that threads start from. */
  readonly workerEntry: string | URL;
  readonly storage: ReplaceableStorage;
  readonly db: Database;
  readonly hub: EventHub;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Of the database; keys of other stores are derived from it. */
  readonly key: Uint8Array;
  readonly version: string;
  /** The table of ATT&CK that is in use. */
  readonly attack: AttackSource;
  /** The events of investigations, read in a thread of their own. */
  readonly events: EventReader;
  /** The one way out of this machine, what closes it, and what waits meanwhile. */
  readonly egress: Egress;
  /** The same way out for what is not HTTP. */
  readonly dial: Dial;
  readonly isolation: IsolationSwitch;
  readonly heldBack: HeldBack;
  /** What all threads share: whose turn it is to write, whether anything may leave. */
  readonly memory: { readonly gate: SharedArrayBuffer; readonly isolation: SharedArrayBuffer };
  readonly otherThreads: OtherThreads;
}

/** An area as the core sees it. */
export interface WiredArea {
  readonly routes: readonly Route[];
  /** Begins what the area does by itself, and returns what stops it. */
  start(): () => void;
}
