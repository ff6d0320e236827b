/** Files of investigations: what of the evidence area they are kept with. */
import { readdir } from 'node:fs/promises';
import { eventsFolder } from '../areas/forensics/events/event-store.ts';
import { intakeRoutes } from '../areas/forensics/intake/intake.routes.ts';
import {
  createIntakeService,
  type IntakeService,
} from '../areas/forensics/intake/intake.service.ts';
import { isInInvestigation } from '../areas/forensics/intake/intake.store.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import type { WiredEvidence } from './evidence.ts';

export interface WiredIntake extends WiredArea {
  readonly intake: IntakeService;
}

export function wireIntake(
  { db, runner, newId, log, dataDir, hub, events }: CoreDeps,
  {
    evidence,
    prepare,
  }: {
    readonly evidence: Pick<WiredEvidence, 'uploads' | 'noteCustody' | 'holdRemoval'>;
    /** The rules that come with the product are there before a file is looked at. */
    readonly prepare: () => Promise<void>;
  },
): WiredIntake {
  const { uploads } = evidence;
  evidence.holdRemoval((reader, evidenceId) =>
    isInInvestigation(reader, evidenceId)
      ? 'This file is in an investigation: take it out of that first'
      : null,
  );
  const intake = createIntakeService({
    ...{ db, runner, newId, log, dataDir, prepare },
    sourcesOf: (id) => events.of(id).sources(),
    async storesThere() {
      const names = await readdir(eventsFolder(dataDir)).catch((): string[] => []);
      return new Set(names.flatMap((name) => /^([\w-]+)\.db$/.exec(name)?.[1] ?? []));
    },
    evidence: {
      upload: uploads.stored,
      dropUpload: uploads.cancel,
      keepUpload: (uploadId, { investigationId, ...about }, asking) =>
        uploads.keep({ ...about, ...EVIDENCE, controlIds: [], uploadId }, asking, investigationId)
          .id,
      note: evidence.noteCustody,
    },
    async readers() {
      const { allEvidenceReaders } = await import('../workers/evidence-readers.ts');
      const readers = await allEvidenceReaders(dataDir, db);
      return readers.map(({ id, label, family, version }) => ({ id, label, family, version }));
    },
  });
  return {
    intake,
    routes: intakeRoutes(intake),
    start() {
      const stop = intake.start();
      const unsubscribe = hub.subscribe((event) => {
        if (event.type === 'changed' && event.resource === 'workspace') intake.onReplaced();
      });
      return () => {
        unsubscribe();
        stop();
      };
    },
  };
}

const EVIDENCE = {
  type: 'LOG',
  filePath: null,
  collectionDate: null,
  periodStart: null,
  periodEnd: null,
  expirationDate: null,
} as const;
