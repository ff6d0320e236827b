/**
 * Which table of ATT&CK the workspace goes by. A file is read and kept in memory under a token that only
 * its reader may use; what is applied is what was looked at.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import {
  type AttackFileQuery,
  type AttackPreview,
  type AttackState,
  CHANGES_SHOWN,
  type TechniqueFacts,
} from '../../../shared/areas/assistant/attack.contract.ts';
import { compareAttack } from '../../../shared/areas/assistant/attack-table.compare.ts';
import type { AttackData } from '../../../shared/areas/assistant/attack-table.types.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import type { AttackSource } from '../../db/attack-reader.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import { readApplied, removeApplied, saveApplied } from './attack.store.ts';
import type { ReadAttackFile } from './attack-file.jobs.ts';
import { redoOpen } from './engine-redo.store.ts';
import { accountName } from './engine-support.store.ts';

export interface AttackServiceDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly attack: AttackSource;
  /** A body that may be left half-way; `hearOut` resolves when its sender may be answered. */
  readonly readUpload: (body: ReadableStream<Uint8Array>) => {
    readonly bytes: AsyncIterable<Uint8Array>;
    hearOut(): Promise<void>;
  };
  /** Controls of the workspace that should stop a technique. */
  readonly controlsAgainst: (
    db: ReadDb,
    technique: string,
  ) => NonNullable<TechniqueFacts['controls']>;
}

interface KeptFile extends ReadAttackFile {
  readonly fileName: string;
  readonly actor: string;
  readonly at: number;
}

const KEPT_FOR_MS = HOUR_MS;
const MAX_KEPT = 4;
const CONTROLS_SHOWN = 40;

const fileGone = () =>
  new AppError('not-found', 'This file is no longer at hand. Choose it again.');
/** A name is shown only, never used as a path. */
const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim()) || 'file';

const factsOf = (data: AttackData): AttackPreview['table'] => ({
  version: data.version,
  techniques: data.techniques.length,
  retired: data.retired.length,
  tactics: data.tactics.length,
  mitigations: data.mitigations.length,
  pairs: Object.values(data.mitigates).reduce((sum, ids) => sum + ids.length, 0),
  isComplete: data.isComplete,
});

export function createAttackService(deps: AttackServiceDeps) {
  const { db, attack, clock, newId } = deps;
  const kept = new Map<string, KeptFile>();
  const isOld = ({ at }: KeptFile) => at + KEPT_FOR_MS < clock.now();

  function keep(file: Omit<KeptFile, 'at'>): string {
    for (const [token, one] of kept) if (isOld(one)) kept.delete(token);
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    const token = newId();
    kept.set(token, { ...file, at: clock.now() });
    return token;
  }

  function state(reader: ReadDb): AttackState {
    const applied = readApplied(reader);
    const data = attack.dataOf(reader);
    const by = applied?.applied_by ?? null;
    return {
      ...factsOf(data),
      notice: data.notice,
      file: applied
        ? {
            ...{ name: applied.file_name, checksum: applied.checksum },
            appliedByName: by === null ? null : accountName(reader, by),
            appliedAt: toIso(applied.applied_at),
          }
        : null,
      shippedVersion: attack.shipped().version,
    };
  }

  /** Open alerts are decided anew: tactics are among what the engine goes by. */
  const change = (actor: string, reason: string, fn: (tx: WriteTx) => void): AttackState =>
    db.write(callerOf(actor, reason), (tx) => {
      fn(tx);
      redoOpen(tx);
      return state(tx);
    });

  return {
    state: () => db.read('attack.state', state),

    async preview(query: AttackFileQuery, request: Request, actor: string): Promise<AttackPreview> {
      const { fileName, read } = await readFile(deps, query, request, actor);
      const token = keep({ fileName, actor, ...read });
      return db.read('attack.preview', (reader) => {
        const isSame = readApplied(reader)?.checksum === read.checksum;
        return toPreview({ token, fileName, isSame }, attack.dataOf(reader), read);
      });
    },

    apply(token: string, actor: string): AttackState {
      const file = kept.get(token);
      if (!file || file.actor !== actor || isOld(file)) throw fileGone();
      const { fileName, checksum, data } = file;
      const reason = `ATT&CK ${data.version} from ${fileName} (SHA-256 ${checksum})`;
      const now = change(actor, reason, (tx) =>
        saveApplied(tx, { checksum, fileName, actor, data }),
      );
      kept.delete(token);
      return now;
    },

    reset: (actor: string): AttackState =>
      change(actor, `ATT&CK ${attack.shipped().version} as it ships`, (tx) => {
        if (!removeApplied(tx))
          throw new AppError('conflict', 'The table that ships is in use already.');
      }),

    technique(id: string, withControls: boolean): TechniqueFacts {
      return db.read('attack.technique', (reader) => {
        const table = attack.of(reader);
        const found = table.technique(id);
        const controls = () =>
          deps.controlsAgainst(reader, found?.id ?? id).slice(0, CONTROLS_SHOWN);
        const by = found?.retired?.by ?? null;
        return {
          ...{ id: found?.id ?? id, name: found?.fullName ?? null },
          tactics: found?.tactics.map(({ name }) => name) ?? [],
          retired: found?.retired
            ? { by: by === null ? null : { id: by, name: table.technique(by)?.fullName ?? null } }
            : null,
          mitigations: found?.mitigations ? [...found.mitigations] : null,
          controls: withControls ? controls() : null,
        };
      });
    },
  };
}
export type AttackService = ReturnType<typeof createAttackService>;

const callerOf = (actor: string, reason: string): Caller => ({
  ...{ actor, origin: 'user', action: 'attack.update', reason },
});

/** In a worker; a sender that is refused is heard out for a while, so that it hears why. */
async function readFile(
  { files, readUpload, runner }: AttackServiceDeps,
  { handle, name }: AttackFileQuery,
  request: Request,
  actor: string,
): Promise<{ fileName: string; read: ReadAttackFile }> {
  const chosen = handle === undefined ? undefined : files.resolve(handle);
  if (handle !== undefined && !chosen) throw fileGone();
  if (!chosen && !request.body)
    throw new AppError('bad-input', 'The request has no body: send the file as its body');
  const fileName = chosen?.name ?? cleanName(name);
  const upload = chosen || !request.body ? undefined : readUpload(request.body);
  const { finished } = runner.start({
    ...{ kind: 'attack-file', title: `Read ${fileName}`, unit: 'files', total: 1 },
    ...{ startedBy: actor, input: {} },
    source: upload?.bytes ?? createReadStream(chosen?.path ?? ''),
  });
  try {
    return { fileName, read: (await finished) as ReadAttackFile };
  } finally {
    await upload?.hearOut();
  }
}

function toPreview(
  head: { token: string; fileName: string; isSame: boolean },
  current: AttackData,
  { checksum, data }: ReadAttackFile,
): AttackPreview {
  const { added, renamed, moved, revoked, gone, tactics, isOlder } = compareAttack(current, data);
  const first = <T>(all: readonly T[]): T[] => all.slice(0, CHANGES_SHOWN);
  return {
    ...head,
    checksum,
    table: factsOf(data),
    current: factsOf(current),
    isOlder,
    counts: {
      ...{ added: added.length, renamed: renamed.length, moved: moved.length },
      ...{ revoked: revoked.length, gone: gone.length },
    },
    added: first(added),
    renamed: first(renamed),
    moved: first(moved).map(({ from, to, ...one }) => ({ ...one, from: [...from], to: [...to] })),
    revoked: first(revoked),
    gone: first(gone),
    tactics: { added: [...tactics.added], gone: [...tactics.gone] },
  };
}
