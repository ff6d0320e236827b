/** What the loop needs and what it says; in memory (tests) or of the thread. */
import type {
  SyncProblem,
  SyncStateName,
} from '../../../../shared/areas/sync/sync-state.contract.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Replica } from '../replica.port.ts';
import type { SyncServer } from '../sync-server.port.ts';
import type { WireConflict } from '../wire.ts';

export interface LoopProblem {
  readonly kind: SyncProblem['kind'];
  readonly cause: string;
  readonly cure: string;
  /** ms since the epoch */
  readonly since: number;
}

export interface LoopProgress {
  readonly direction: 'receiving' | 'sending';
  readonly done: number;
  readonly total: number | null;
}

export interface DigestDifference {
  readonly table: string;
  readonly parts: number;
}

export interface LoopState {
  readonly name: Exclude<SyncStateName, 'off'>;
  readonly progress: LoopProgress | null;
  readonly problem: LoopProblem | null;
  readonly nextTryAt: number | null;
  readonly backlog: number;
  readonly lastSuccessAt: number | null;
  readonly clock: { readonly offsetMs: number; readonly note: string } | null;
  readonly digests: { readonly at: number; readonly differing: readonly DigestDifference[] } | null;
  readonly figures: { readonly rowsReceived: number; readonly rowsSent: number };
}

/** What outlives the process, in the transactions of SQLite. */
export interface LoopMemory {
  readonly isPaused: boolean;
  readonly lastSuccessAt: number | null;
  /** Tables are to be compared with the server's, what it lacks is sent again. */
  readonly isCompareDue: boolean;
  /** When they were alike; null: never yet. */
  readonly comparedAt: number | null;
  /** When this workstation began a new epoch last because its rows were refused. */
  readonly recoveredAt?: number | null;
  /** This database is a backup that was restored: it must not make stamps that it made before. */
  readonly isPutBack?: boolean;
  /** It has a new node, of which the server has nothing yet: its places in the change log are the old one's. */
  readonly isNodeNew?: boolean;
  /** Deletions were purged that this workstation had not read: its rows are held against the server's. */
  readonly isPurgeDue?: boolean;
  /** Up to here it read where nobody could note it: the server's own note says nothing of that. */
  readonly unnotedTo?: number;
  /** Pushes that this database began; the server hears the number with each. */
  readonly pushes?: number;
  readonly clockOffsetMs: number;
}

/** Of the replica and of this machine's database. */
export interface RunPorts {
  readonly replica: Replica;
  /** Without the correction. */
  readonly clock: Clock;
  readonly memory: () => LoopMemory;
  remember(memory: Partial<LoopMemory>): void;
  /** Takes the rows of these investigations away: this workstation may not have them any longer. */
  purge(investigations: readonly string[]): void | Promise<void>;
  /** @throws AppError 'storage-full' before the disk of this machine is */
  assertRoom(): void;
}

export interface RunReport {
  readonly received: number;
  readonly sent: number;
  readonly conflicts: readonly WireConflict[];
}

export type Poke = 'change' | 'hint' | 'network' | 'person' | 'isolation';

export interface LoopPorts extends RunPorts {
  /** @throws SyncFailure, and nothing else */
  connect(signal: AbortSignal): Promise<SyncServer>;
  readonly isolation: { isIsolated(): boolean; onChange(listener: () => void): () => void };
  readonly random: () => number;
  /** At most some times a second. */
  tell(state: LoopState): void;
  log(level: 'info' | 'problem', text: string, cause?: unknown): void;
  /** After a run that brought or found something; what fails in it does not fail the sync. */
  afterRun(report: RunReport, server: SyncServer): void | Promise<void>;
  /** Somebody came to the workspace or went. */
  readonly peopleMoved?: (server: SyncServer) => void;
  readonly pollMs?: number;
}
