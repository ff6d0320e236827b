import type { Database } from '../db/database.ts';
import type { ReplaceableStorage } from '../db/replaceable.ts';
import type { EventHub } from '../http/events.ts';
import type { Route } from '../http/route.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Clock } from '../platform/clock.ts';
import type { FileHandles } from '../platform/files.ts';
import type { NewId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';

/** What the wiring of an area may need of the core. */
export interface CoreDeps {
  readonly dataDir: string;
  readonly appRoot: string;
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
}

/** An area as the core sees it. */
export interface WiredArea {
  readonly routes: readonly Route[];
  /** Begins what the area does by itself, and returns what stops it. */
  start(): () => void;
}
