import { readFile } from 'node:fs/promises';
import { release, type as systemName } from 'node:os';
import {
  IMPORT_FORMAT_LABELS,
  IMPORT_FORMATS,
} from '../../../shared/areas/alerts/imports.contract.ts';
import {
  type About,
  aboutContract,
  type Connections,
  type Licence,
  licenceFileSchema,
  type Performance,
} from '../../../shared/areas/settings/about.contract.ts';
import { BACKUP_EXTENSION } from '../../../shared/areas/settings/data.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type Route, route } from '../../http/route.ts';
import type { AboutStore } from './about.store.ts';
import { BACKUP_FORMAT } from './backup-format.ts';

export interface AboutDeps {
  readonly store: AboutStore;
  readonly version: string;
  readonly schema: () => number;
  readonly origin: string;
  /** Made by the build (scripts/support/licences.ts). */
  readonly licencesPath: string;
  readonly performance: PerformancePort;
  /** Where this workstation has joined a workspace. */
  readonly syncFigures: () => Connections['sync'] | null;
}

/** What the core knows of its own speed. */
export interface PerformancePort {
  readonly startedAt: number;
  calls(): Performance['calls'];
  loopDelay(): Performance['loopDelay'];
}

const MIB = 1024 * 1024;

function performanceOf({ startedAt, calls, loopDelay }: PerformancePort): Performance {
  return {
    startedAt: toIso(startedAt),
    // libuv, `uv_getrusage`: kilobytes.
    memory: { now: process.memoryUsage.rss() / MIB, peak: process.resourceUsage().maxRSS / 1024 },
    loopDelay: loopDelay(),
    calls: calls(),
  };
}

function formats(): About['formats'] {
  const isOwn = (format: (typeof IMPORT_FORMATS)[number]) => format === 'watchfloor';
  return [
    ...IMPORT_FORMATS.map((format) => ({
      name: IMPORT_FORMAT_LABELS[format],
      use: isOwn(format) ? ('both' as const) : ('read' as const),
    })),
    { name: 'CSV of alerts', use: 'written' },
    { name: 'Workspace export (gzipped NDJSON)', use: 'written' },
    { name: `Backup, form ${BACKUP_FORMAT} (${BACKUP_EXTENSION})`, use: 'both' },
  ];
}

async function readLicences(path: string): Promise<Licence[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const message = 'The list of licences is not here: it is made by the build.';
    throw new AppError('unavailable', message, { cause });
  });
  const { packages, texts } = licenceFileSchema.parse(JSON.parse(text));
  return packages.map((one) => ({ ...one, texts: one.texts.map((index) => texts[index] ?? '') }));
}

export function aboutRoutes(deps: AboutDeps): Route[] {
  const { store, version, schema, origin, licencesPath } = deps;
  return [
    route(aboutContract.about, () => ({
      version,
      schema: schema(),
      host: origin.startsWith('app:') ? ('desktop' as const) : ('browser' as const),
      runtime: [
        ...(process.versions.electron
          ? [{ name: 'Electron', version: process.versions.electron }]
          : []),
        { name: 'Node.js', version: process.versions.node },
        { name: 'SQLite', version: store.sqliteVersion() },
        { name: systemName(), version: `${release()} (${process.arch})` },
      ],
      formats: formats(),
    })),
    route(aboutContract.licences, () => readLicences(licencesPath)),
    route(aboutContract.performance, () => performanceOf(deps.performance)),
    route(aboutContract.connections, () => ({
      ai: { model: null },
      sync: deps.syncFigures() ?? {
        ...{ server: null, lastSyncAt: null },
        waitingChanges: store.waitingChanges(),
      },
      integrations: store.integrations(),
    })),
  ];
}
