/** Packs: those that come with Watchfloor, those imported, and the one of own rules. */
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  PackReceipt,
  RulePack,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { OWN_PACK, RULE_LIMITS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import { actsOfItsOwn } from '../../../db/own-accord.ts';
import type { Caller } from '../../../db/write-door.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import {
  countPacks,
  findPack,
  insertPack,
  listPacks,
  mustFindPack,
  type PackRow,
  removePack,
  revivePack,
  updatePack,
} from './packs.store.ts';
import type { RulePackInput, RulePackResult } from './rule-pack.jobs.ts';

interface RulePackDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  /** resources/rules: a folder for each pack that comes with Watchfloor. */
  readonly shippedFolder: string;
}

/** Files as somebody brought them. */
export interface UploadedRules {
  readonly name: string | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

const SHIPPED = [
  { folder: 'sigma', id: 'starter-sigma', name: 'Watchfloor starter rules (Sigma)' },
  { folder: 'yara', id: 'starter-yara', name: 'Watchfloor starter rules (YARA)' },
] as const;

export const byUser = (actor: string, verb: string, reason: string | null = null): Caller => ({
  ...{ actor, origin: 'user', action: `rules.${verb}`, reason },
});

function filesBelow(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
    })
    .sort();
}

/** A folder as the page sends one: a JSON line a file. */
function* folderLines(folder: string): Generator<Uint8Array> {
  for (const file of filesBelow(folder)) {
    const path = file.slice(folder.length + 1).replaceAll('\\', '/');
    yield new TextEncoder().encode(
      `${JSON.stringify({ path, text: readFileSync(file, 'utf8') })}\n`,
    );
  }
}

function contentOf(folder: string): string | null {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const line of folderLines(folder)) {
    hash.update(line);
    bytes += line.length;
  }
  return bytes === 0 ? null : hash.digest('hex');
}

const cleanName = (name: string | undefined): string =>
  (name ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, 300) || 'rules';

const packName = (fileName: string): string =>
  fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.(?:zip|ndjson|ya?ml|yara?)$/i, '')
    .slice(0, RULE_LIMITS.packName) || 'Rules';

export function createRulePackService({ db, runner, shippedFolder }: RulePackDeps) {
  let shipping: Promise<void> | undefined;

  function toPacks(rows: readonly PackRow[]): RulePack[] {
    const counts = db.read('rules.counts', countPacks);
    return rows.map((row) => {
      const of = counts.get(row.id);
      return {
        ...{ id: row.id, name: row.name, origin: row.origin, fileName: row.fileName },
        ...{ version: row.version, isEnabled: row.isEnabled },
        ...{ rules: of?.rules ?? 0, ready: of?.ready ?? 0, unsupported: of?.unsupported ?? 0 },
        ...{
          invalid: of?.invalid ?? 0,
          disabled: of?.disabled ?? 0,
          gone: of?.gone ?? 0,
          yara: of?.yara ?? 0,
        },
        receipt: row.receipt as PackReceipt | null,
        createdAt: toIso(row.createdAt),
        updatedAt: toIso(row.updatedAt),
      };
    });
  }
  const get = (id: string): RulePack => {
    const [pack] = toPacks([db.read('rules.pack', (reader) => mustFindPack(reader, id))]);
    if (!pack) throw new AppError('not-found', 'There is no such pack of rules');
    return pack;
  };

  async function readFiles(
    input: RulePackInput,
    source: AsyncIterable<Uint8Array>,
    startedBy: string | null,
  ): Promise<RulePackResult> {
    const title =
      input.mode === 'preview'
        ? `Look at rules of ${input.name}`
        : `Import rules: ${input.packName}`;
    const { finished } = runner.start({
      ...{ kind: 'rule-pack', title, unit: 'rules', total: null, startedBy, input, source },
      ...(input.mode === 'import' ? { writesMuch: true } : {}),
    });
    return (await finished) as RulePackResult;
  }

  async function ship(): Promise<void> {
    for (const { folder, id, name } of SHIPPED) {
      const path = join(shippedFolder, folder);
      const content = contentOf(path);
      if (content === null) continue;
      const known = db.read('rules.pack', (reader) => findPack(reader, id));
      // Whoever removed it does not want it back.
      if (known && (known.deletedAt !== null || known.contentHash === content)) continue;
      async function* lines() {
        yield* folderLines(path);
      }
      await readFiles(
        { mode: 'import', name: `${id}.ndjson`, packId: id, packName: name, origin: 'shipped' },
        lines(),
        null,
      );
    }
  }

  return {
    get,
    /** Puts in what comes with Watchfloor, once, when rules are first looked at or run. */
    async ensureShipped(): Promise<void> {
      if (!db.read('rules.own', actsOfItsOwn)) return;
      shipping ??= ship().catch((error: unknown) => {
        shipping = undefined;
        throw error;
      });
      await shipping;
    },
    /** Another workspace is in use: what was put into the one before does not count. */
    renew(): void {
      shipping = undefined;
    },
    ensureOwn(actor: string): void {
      if (db.read('rules.pack', (reader) => findPack(reader, OWN_PACK.id))?.deletedAt === null)
        return;
      db.write(byUser(actor, 'own-pack'), (tx) => {
        if (revivePack(tx, OWN_PACK.id)) return;
        const more = { fileName: '', contentHash: null, receipt: null, createdBy: actor };
        insertPack(tx, { id: OWN_PACK.id, name: OWN_PACK.name, origin: 'own', ...more });
      });
    },
    list: (): RulePack[] => toPacks(db.read('rules.packs', listPacks)),

    async preview(
      file: UploadedRules,
      pack: string | undefined,
      actor: string,
    ): Promise<PackReceipt> {
      if (pack !== undefined) get(pack);
      const name = cleanName(file.name);
      const input: RulePackInput = {
        ...{
          mode: 'preview',
          name,
          packId: pack ?? null,
          packName: packName(name),
          origin: 'imported',
        },
      };
      return (await readFiles(input, file.bytes, actor)).receipt;
    },

    async import(file: UploadedRules, pack: string | undefined, actor: string): Promise<RulePack> {
      const known = pack === undefined ? null : get(pack);
      if (known !== null && known.origin !== 'imported')
        throw new AppError('conflict', 'Only imported packs are brought up to date from files');
      const name = cleanName(file.name);
      const input: RulePackInput = {
        ...{ mode: 'import', name, packId: known?.id ?? null, origin: 'imported' },
        packName: known?.name ?? packName(name),
      };
      return get((await readFiles(input, file.bytes, actor)).packId);
    },

    change(
      id: string,
      patch: { name?: string | undefined; isEnabled?: boolean | undefined },
      actor: string,
    ): RulePack {
      db.write(byUser(actor, 'change-pack'), (tx) => {
        mustFindPack(tx, id);
        updatePack(tx, id, {
          ...(patch.name === undefined ? {} : { name: patch.name }),
          ...(patch.isEnabled === undefined ? {} : { isEnabled: patch.isEnabled }),
        });
        tx.announce('detection_rules');
      });
      return get(id);
    },

    /** Rules, versions, marks, tuning and hits stay: the pack can come back. */
    remove(id: string, actor: string): void {
      db.write(byUser(actor, 'remove-pack'), (tx) => {
        mustFindPack(tx, id);
        removePack(tx, id);
        tx.announce('detection_rules');
      });
    },

    restore(id: string, actor: string): RulePack {
      db.write(byUser(actor, 'restore-pack'), (tx) => {
        if (!revivePack(tx, id))
          throw new AppError('not-found', 'There is no removed pack of this id');
        tx.announce('detection_rules');
      });
      return get(id);
    },
  };
}
export type RulePackService = ReturnType<typeof createRulePackService>;
