/** Files of investigations: what people do with them. Reading is a job (intake.jobs.ts). */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ReaderChoice,
  Session,
} from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import {
  displayName,
  isOpenSession,
} from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { forensicSessionsTable } from '../../../db/tables/forensics.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { EventSource } from '../events/event-store.types.ts';
import { createGivenPasswords } from './given-passwords.ts';
import {
  cutOffSessions,
  filesOf,
  findContent,
  findSession,
  innerOf,
  removeSession,
  type SessionRow,
} from './intake.store.ts';
import { byUser, createReadingAgain, mustBeOpenCase } from './intake-again.ts';
import { createIntakeQueue } from './intake-queue.ts';
import { createIntakeViews, mustFind } from './intake-views.ts';
import { createRebuild } from './rebuild-events.ts';
import { WORK_FOLDER } from './work-folder.ts';

/** Who asks. */
export interface Asking {
  readonly id: string;
  readonly role: string;
}

export interface UploadedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** What of the evidence area is used. */
export interface IntakeEvidence {
  /** @throws AppError where it is not stored, or another account's. */
  upload(db: ReadDb, id: string, actor: string): UploadedFile;
  dropUpload(id: string, actor: string): Promise<void>;
  /** Makes evidence of it; answers its id. */
  keepUpload(
    uploadId: string,
    about: {
      readonly title: string;
      readonly description: string;
      readonly source: string;
      readonly investigationId: string;
    },
    asking: Asking,
  ): string;
  /** An entry in the chain of custody. */
  note(
    tx: WriteTx,
    evidenceId: string,
    action: 'TAKEN_IN' | 'TAKEN_OUT',
    note: { readonly actor: string; readonly details: Readonly<Record<string, unknown>> },
  ): void;
}

export interface IntakeDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly newId: NewId;
  readonly log: Log;
  readonly dataDir: string;
  readonly evidence: IntakeEvidence;
  readonly readers: () => Promise<readonly ReaderChoice[]>;
  /** Done once, before the first file is read. */
  readonly prepare: () => Promise<void>;
  /** Investigations that have a store of events. */
  readonly storesThere: () => Promise<ReadonlySet<string>>;
  readonly sourcesOf: (investigationId: string) => Promise<readonly EventSource[]>;
}

const TITLE_MAX = 200;
export function createIntakeService(deps: IntakeDeps) {
  const { db, runner, newId, log, evidence } = deps;
  const given = createGivenPasswords();
  const queue = createIntakeQueue({
    runner,
    log,
    prepare: deps.prepare,
    onEnded(id) {
      const row = db.read('forensics.session', (reader) => findSession(reader, id));
      // It may have been unlocked and queued anew by the time this is heard.
      if (!row || !isOpenSession(row.status)) given.forget(id);
    },
    onFailed: (id, why) =>
      db.write({ actor: null, origin: 'system', action: 'forensics.readFailed' }, (tx) => {
        const row = findSession(tx, id);
        if (row && isOpenSession(row.status))
          tx.update(forensicSessionsTable, id, {
            ...{ status: 'FAILED', problem: why, completedAt: tx.now },
          });
      }),
  });

  const { view, ...reads } = createIntakeViews({ db, runner, queue });
  const { enqueue, ...again } = createReadingAgain({ db, queue, given, view });

  const rebuild = createRebuild({ ...deps, enqueue });
  const rebuildLogged = (isThorough: boolean) =>
    rebuild(isThorough).catch((cause: unknown) =>
      log.error('events were not made anew', { cause }),
    );

  function goOn(): void {
    for (const row of db.read('forensics.cutOff', cutOffSessions)) {
      if (queue.jobOf(row.id) === null) enqueue(row, null);
    }
  }

  function cleanEvents(row: SessionRow, ids: readonly string[], actor: string | null): void {
    const { investigationId } = row;
    queue.add({
      ...{ id: newId(), investigationId, kind: 'intake-clean', total: null, startedBy: actor },
      title: `Remove the events of ${(row.fileName ?? '').slice(0, 80)}`,
      input: { investigationId, sourceIds: ids },
    });
  }

  return {
    ...reads,
    ...again,
    readers: deps.readers,

    async add(
      investigationId: string,
      { uploadId, path }: { readonly uploadId: string; readonly path?: string | null | undefined },
      asking: Asking,
    ): Promise<Session> {
      const { file, about, same } = db.read('forensics.addFile', (reader) => {
        const found = mustBeOpenCase(reader, investigationId);
        const upload = evidence.upload(reader, uploadId, asking.id);
        return {
          ...{ about: found, file: upload },
          same: findContent(reader, investigationId, upload.sha256, null),
        };
      });
      if (same) {
        await evidence.dropUpload(uploadId, asking.id);
        const name = same.innerPath ?? same.fileName ?? '';
        throw new AppError(
          'conflict',
          `This content is in the investigation already, as '${name}'. It is not read twice.`,
        );
      }
      const name = displayName(path?.trim() ? path : file.name);
      const evidenceId = evidence.keepUpload(
        uploadId,
        {
          title: name.slice(-TITLE_MAX),
          description: `Taken in for the investigation '${about.title}'.`,
          source: `Investigation: ${about.title}`.slice(0, TITLE_MAX),
          investigationId,
        },
        asking,
      );
      const row = db.write(byUser(asking.id, 'forensics.addFile'), (tx) => {
        const id = newId();
        tx.insert(forensicSessionsTable, {
          ...{ id, investigationId, evidenceId, fileName: name, sizeBytes: file.size },
          ...{ sha256: file.sha256, toolName: 'Intake', toolType: 'none', status: 'QUEUED' },
          ...{ startedAt: tx.now, createdBy: asking.id },
        });
        const investigation = { id: investigationId, title: about.title };
        const details = { investigation, session: id };
        evidence.note(tx, evidenceId, 'TAKEN_IN', { actor: asking.id, details });
        return mustFind(tx, id);
      });
      enqueue(row, asking.id);
      return view(row.id);
    },

    async remove(id: string, actor: string): Promise<void> {
      const found = db.read('forensics.session', (reader) => {
        const row = mustFind(reader, id);
        mustBeOpenCase(reader, row.investigationId);
        if (row.parentId !== null)
          throw new AppError('conflict', 'This file is inside another: remove that one');
        return row;
      });
      await queue.cancel(id);
      const ids = db.write(byUser(actor, 'forensics.removeFile'), (tx) => {
        const gone = [id, ...innerOf(tx, id).map((row) => row.id)];
        for (const one of gone) removeSession(tx, one);
        if (found.evidenceId !== null)
          evidence.note(tx, found.evidenceId, 'TAKEN_OUT', {
            actor,
            details: { investigation: { id: found.investigationId }, session: id },
          });
        return gone;
      });
      cleanEvents(found, ids, actor);
    },

    /** With their investigation; its events go by themselves. */
    removeAll(tx: WriteTx, investigationId: string): void {
      for (const { id } of filesOf(tx, investigationId)) removeSession(tx, id);
    },
    /** Some of its files are read or wait for it. */
    isBusy: (investigationId: string): boolean =>
      db
        .read('forensics.files', (reader) => filesOf(reader, investigationId))
        .some(({ status }) => status === 'QUEUED' || status === 'RUNNING'),

    /** Another workspace is in use: a backup was restored, the demo was left. */
    onReplaced(): void {
      queue.unprepare();
      goOn();
      void rebuildLogged(true);
    },
    /** Begins again what the end of the last process cut off. */
    start(): () => void {
      rmSync(join(deps.dataDir, WORK_FOLDER), { recursive: true, force: true });
      queue.start();
      goOn();
      void rebuildLogged(false);
      return queue.stop;
    },
  };
}
export type IntakeService = ReturnType<typeof createIntakeService>;
