/** Detection rules, with what they need of alerts. */
import { join } from 'node:path';
import { createAlertStore } from '../areas/alerts/alerts.store.ts';
import {
  type AlertRecord,
  createDraftService,
  createOwnRules,
  createTrial,
  type FindEvent,
} from '../areas/forensics/rules/rule-draft.service.ts';
import { createRulePackService } from '../areas/forensics/rules/rule-packs.service.ts';
import { createRuleRunner } from '../areas/forensics/rules/rule-runs.keeper.ts';
import { createTuningService } from '../areas/forensics/rules/rule-tuning.service.ts';
import { ruleRoutes } from '../areas/forensics/rules/rules.routes.ts';
import { createRuleProofs, createRulesService } from '../areas/forensics/rules/rules.service.ts';
import type { PromotionService } from '../areas/forensics/timeline/promotions.service.ts';
import type { Database } from '../db/database.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface WiredRules extends WiredArea {
  /** Those that come with the product are in the workspace once it is done. */
  readonly ship: () => Promise<void>;
}

export function wireDetectionRules(
  core: CoreDeps,
  { promote }: Pick<PromotionService, 'promote'>,
): WiredRules {
  const { db, runner, clock, newId, log, hub } = core;
  const packs = createRulePackService({
    db,
    runner,
    shippedFolder: join(core.appRoot, 'resources', 'rules'),
  });
  const runs = createRuleRunner({ db, runner, newId, log, ensureShipped: packs.ensureShipped });
  const trial = createTrial(runner);
  const save = createOwnRules({ db, newId, packs });
  const write = (text: string, actor: string, id: string) => save(text, actor, id, null);
  const rules = createRulesService({ db, packs, runs, write });
  const proofs = createRuleProofs({ db, newId, promote });
  const tuning = createTuningService({ db, newId, trial });
  const alertRecord = createAlertRecord(db);
  const findEvent: FindEvent = async (investigationId, eventId) => {
    if (!/^\d{1,15}$/.test(eventId)) return null;
    const store = core.events.of(investigationId);
    const event = await store.get(Number(eventId));
    const source = (await store.sources()).find(({ id }) => id === event?.sourceId);
    return event && { event, reader: source?.reader ?? '' };
  };
  const drafts = createDraftService({ db, clock, newId, alertRecord, findEvent, trial, save });
  return {
    ship: packs.ensureShipped,
    routes: ruleRoutes({ packs, rules, proofs, tuning, drafts, files: core.files }),
    start() {
      const stop = runs.begin();
      const unsubscribe = hub.subscribe((event) => {
        if (event.type === 'changed' && event.resource === 'workspace') packs.renew();
        runs.follow(event);
      });
      return () => {
        unsubscribe();
        stop();
      };
    },
  };
}

const DEEPEST = 8;
const MOST_FIELDS = 500;

/** The record of an alert as flat fields, `a.b.c`; its own fields where the record is no JSON. */
function createAlertRecord(db: Database): AlertRecord {
  const alerts = createAlertStore(db);
  return (id) => {
    const row = alerts.find(id);
    if (!row) return null;
    const raw = alerts.rawRecord(row.seq);
    const fields: Record<string, string | string[]> = {};
    if (raw) flatten(parsed(raw.bytes), '', 0, fields);
    const own = {
      host: row.sourceHost,
      user: row.sourceUser,
      src_ip: row.sourceIp,
      dst_ip: row.destIp,
    };
    if (Object.keys(fields).length === 0)
      for (const [name, value] of Object.entries(own)) if (value !== null) fields[name] = value;
    return { title: row.title, fields };
  };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function flatten(
  value: unknown,
  name: string,
  depth: number,
  into: Record<string, string | string[]>,
): void {
  if (depth > DEEPEST || Object.keys(into).length >= MOST_FIELDS) return;
  if (Array.isArray(value)) {
    const texts = value.filter((one) => one !== null && typeof one !== 'object').map(String);
    if (name !== '' && texts.length > 0) into[name] = texts;
    return;
  }
  if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value))
      flatten(inner, name === '' ? key : `${name}.${key}`, depth + 1, into);
    return;
  }
  if (name !== '' && value !== null && value !== undefined) into[name] = String(value);
}
