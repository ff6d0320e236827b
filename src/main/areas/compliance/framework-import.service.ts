/**
 * Import of frameworks in two steps: a file is read and kept in memory under a token that only its
 * reader may use; what is written is what was looked at. Nothing of a file is kept on the disk.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type {
  DraftSummary,
  FrameworkFileQuery,
  FrameworkPreview,
  ImportFramework,
  ImportReceipt,
} from '../../../shared/areas/compliance/framework-import.contract.ts';
import { countPack } from '../../../shared/areas/compliance/pack.rules.ts';
import { placeRequirements } from '../../../shared/areas/compliance/upgrade.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import { addLinks, resolveLinks } from './crosswalk-add-links.ts';
import type { DraftFramework, FileDraft } from './framework-import.draft.ts';
import type { FrameworkFileInput } from './framework-import.jobs.ts';
import { writeFramework, writeTemplate } from './framework-import.workbook.ts';
import { insertFramework } from './framework-write.ts';
import { byUser, mustFindFramework, refuseTakenName } from './frameworks.service.ts';
import { readAllFrameworks, readControlsForExport, readGroups } from './frameworks.store.ts';
import { countBaselines, type PackLibrary } from './packs.ts';

export interface FrameworkImportDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly packs: PackLibrary;
  readonly packFolder: string;
  /** A body that may be left half-way; `hearOut` resolves when its sender may be answered. */
  readonly readUpload: (body: ReadableStream<Uint8Array>) => {
    readonly bytes: AsyncIterable<Uint8Array>;
    hearOut(): Promise<void>;
  };
}

interface KeptDraft {
  readonly fileName: string;
  readonly draft: FileDraft;
  readonly actor: string;
  readonly at: number;
}

const KEPT_FOR_MS = HOUR_MS;
const MAX_KEPT = 8;
const SAMPLE_ROWS = 12;
const SHOWN_LEFT_OUT = 200;
const NAMELESS = 'file';

/** A name is shown only, never used as a path. */
const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/\p{Cc}/gu, ' ').trim()) || NAMELESS;

/** Files that were read, each for whoever sent it, for an hour. */
function createKeptDrafts({ clock, newId }: Pick<FrameworkImportDeps, 'clock' | 'newId'>) {
  const kept = new Map<string, KeptDraft>();
  const isOld = ({ at }: KeptDraft) => at + KEPT_FOR_MS < clock.now();
  return {
    keep(draft: Omit<KeptDraft, 'at'>): string {
      for (const [token, one] of kept) if (isOld(one)) kept.delete(token);
      const [oldest] = kept.keys();
      if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      const token = newId();
      kept.set(token, { ...draft, at: clock.now() });
      return token;
    },
    mustFind(token: string, actor: string): KeptDraft {
      const found = kept.get(token);
      if (!found || found.actor !== actor || isOld(found)) throw fileGone();
      return found;
    },
  };
}

const fileGone = () =>
  new AppError('not-found', 'This file is no longer at hand. Choose it again.');

interface ChosenFile {
  readonly query: FrameworkFileQuery;
  readonly request: Request;
  readonly actor: string;
  readonly supplied: FrameworkFileInput['supplied'];
}

/** In a worker; a sender that is refused is heard out for a while, so that it hears why. */
async function readFile(
  deps: FrameworkImportDeps,
  { query, request, actor, supplied }: ChosenFile,
): Promise<{ fileName: string; draft: FileDraft }> {
  const { fileName, bytes, hearOut } = openFile(deps, query, request);
  const input: FrameworkFileInput = {
    ...{ fileName, supplied, packFolder: deps.packFolder },
    columns: query.columns ?? null,
  };
  const { finished } = deps.runner.start({
    ...{ kind: 'framework-file', title: `Read ${fileName}`, unit: 'files', total: 1 },
    ...{ startedBy: actor, input, source: bytes },
  });
  try {
    return { fileName, draft: (await finished) as FileDraft };
  } finally {
    await hearOut();
  }
}

function openFile(
  { files, readUpload }: FrameworkImportDeps,
  { handle, name }: FrameworkFileQuery,
  request: Request,
) {
  if (handle !== undefined) {
    const file = files.resolve(handle);
    if (!file) throw fileGone();
    return { fileName: file.name, bytes: createReadStream(file.path), hearOut: async () => {} };
  }
  if (!request.body) {
    throw new AppError('bad-input', 'The request has no body: send the file as its body');
  }
  return { fileName: cleanName(name), ...readUpload(request.body) };
}

export function createFrameworkImport(deps: FrameworkImportDeps) {
  const { db, newId, packs } = deps;
  const kept = createKeptDrafts(deps);

  function mustFindDraft(token: string, index: number, actor: string): DraftFramework {
    const found = kept.mustFind(token, actor).draft.frameworks[index];
    if (!found) throw new AppError('not-found', 'This file has no such framework');
    return found;
  }

  function addAll(tx: WriteTx, { links }: FileDraft, actor: string) {
    const sum = { created: 0, known: 0, unresolved: 0 };
    for (const { name, links: drafts } of links) {
      const added = addLinks(tx, { packs: packs.list(), drafts, origin: name, actor, newId });
      sum.created += added.created;
      sum.known += added.known;
      sum.unresolved += added.unresolved;
    }
    return sum;
  }

  return {
    async preview(
      query: FrameworkFileQuery,
      request: Request,
      actor: string,
    ): Promise<FrameworkPreview> {
      const supplied = (query.with ?? '')
        .split(',')
        .filter((token) => token !== '')
        .map((token) => kept.mustFind(token, actor))
        .map(({ fileName, draft }) => ({ fileName, document: draft.document }));
      const { fileName, draft } = await readFile(deps, { query, request, actor, supplied });
      const token = kept.keep({ fileName, draft, actor });
      return db.read('frameworks.import', (reader) =>
        toPreview(reader, packs, { token, fileName, draft }),
      );
    },

    /** Everything or nothing: one transaction. */
    import({ token, frameworks, links }: ImportFramework, actor: string): ImportReceipt {
      const { draft, fileName } = kept.mustFind(token, actor);
      if (frameworks.length === 0 && !links) {
        throw new AppError('bad-input', 'Choose what to take over of this file');
      }
      const receipt = db.write(byUser(actor, 'compliance.import', fileName), (tx) => ({
        frameworks: frameworks.map((chosen) =>
          addFramework({ tx, newId }, mustFindDraft(token, chosen.index, actor), chosen),
        ),
        links: links ? addAll(tx, draft, actor) : { created: 0, known: 0, unresolved: 0 },
      }));
      const { format, leftOut, notes } = draft;
      return {
        ...{ fileName, format, notes, ...receipt },
        leftOut: leftOut.slice(0, SHOWN_LEFT_OUT),
        leftOutCount: leftOut.length,
      };
    },

    draftOf: mustFindDraft,
    template: writeTemplate,

    async workbook(id: string): Promise<{ name: string; bytes: Uint8Array }> {
      const read = db.read('frameworks.export', (reader) => ({
        framework: mustFindFramework(reader, id),
        groups: readGroups(reader, id),
        controls: readControlsForExport(reader, id),
      }));
      const { packId, name, version } = read.framework;
      const items = (packId === null ? undefined : packs.find(packId))?.requirements ?? [];
      const baselines = new Map(items.map((item) => [item.id, item.baselines ?? []]));
      const bytes = await writeFramework({ ...read, baselines });
      return { name: `${name} ${version ?? ''}`.trim(), bytes };
    },
  };
}
export type FrameworkImport = ReturnType<typeof createFrameworkImport>;

type Chosen = ImportFramework['frameworks'][number];

function addFramework(
  deps: { tx: WriteTx; newId: NewId },
  draft: DraftFramework,
  { name, version, category, baseline }: Chosen,
): ImportReceipt['frameworks'][number] {
  const edition = version || draft.version;
  refuseTakenName(deps.tx, name, edition);
  const placed = placeRequirements(draft.requirements, baseline);
  const { publisher, licence, source, description } = draft;
  const fields = { name, version: edition, category, baseline, publisher, licence, source };
  const id = insertFramework(
    deps,
    { ...fields, description: description ?? source },
    placed,
    new Map(draft.answers),
  );
  const { requirements, groups } = placed;
  const { withdrawn } = countPack(draft.requirements);
  return { id, name, created: requirements.length, groups: groups.length, withdrawn };
}

interface Previewed {
  readonly token: string;
  readonly fileName: string;
  readonly draft: FileDraft;
}

function toPreview(
  reader: ReadDb,
  packs: PackLibrary,
  { token, fileName, draft }: Previewed,
): FrameworkPreview {
  const known = readAllFrameworks(reader);
  const drafts = draft.links.flatMap(({ links }) => links);
  const unresolved =
    drafts.length === 0 ? 0 : resolveLinks(reader, packs.list(), drafts).unresolved;
  return {
    ...{ token, fileName, format: draft.format, notes: draft.notes, columns: draft.columns },
    frameworks: draft.frameworks.map((framework) => summarize(framework, known)),
    links: { total: drafts.length, resolved: drafts.length - unresolved },
    leftOut: draft.leftOut.slice(0, SHOWN_LEFT_OUT),
    leftOutCount: draft.leftOut.length,
  };
}

function summarize(
  {
    requirements,
    answers: _,
    source: __,
    description: ___,
    category: ____,
    ...head
  }: DraftFramework,
  known: readonly { id: string; name: string; version: string | null }[],
): DraftSummary {
  const sameName = known.find(({ name }) => name.toLowerCase() === head.name.toLowerCase());
  return {
    ...head,
    ...countPack(requirements),
    baselines: countBaselines(requirements),
    sample: requirements.slice(0, SAMPLE_ROWS),
    target: sameName ? { id: sameName.id, name: sameName.name, version: sameName.version } : null,
  };
}
