/** What joining needs of the core; the emptying of a workspace and backups are of other areas. */
import type { Connection } from '../../../db/connection.ts';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Dial } from '../../../platform/egress/dial.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { MembershipStore } from './membership.store.ts';

export interface JoiningDeps {
  readonly db: Database;
  /** The one in use, inside of `db.write` for what passes all tables. */
  readonly connection: () => Connection;
  readonly dial: Dial;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly store: MembershipStore;
  /** `resources/migrations/postgres` */
  readonly serverMigrations: string;
  /** Stops the worker, and waits for it. */
  pause(): Promise<void>;
  /** Ends what runs by itself; answers the title of a job that is in the way. */
  makeWay(): Promise<string | null>;
  /** A whole backup, awaited. @throws AppError */
  backUp(passphrase: string, actor: string): Promise<void>;
  /** Rows of the workspace, then its files. */
  startEmpty(actor: string): void;
  removeFiles(): Promise<void>;
  /** Backups and copies of the database from this moment on (ms). */
  removeCopiesSince(moment: number): Promise<void>;
  announce(): void;
}
