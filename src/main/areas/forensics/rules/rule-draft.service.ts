/** Rules drafted from events and alerts, and the pack 'Own rules'. */
import {
  declaredEvent,
  proposedSource,
} from '../../../../shared/areas/forensics/rules/declared-source.ts';
import type {
  DraftSource,
  RuleDetail,
  RuleDraft,
  RuleTrial,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { draftText } from '../../../../shared/areas/forensics/rules/rule-text.ts';
import { OWN_PACK } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import type { RuleTestBody } from '../../../db/tables/rules.table.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { StoredEvent } from '../events/event-store.types.ts';
import { findInvestigation, peopleNames } from '../investigations.store.ts';
import { loadSigmaPorts } from '../sigma-ports.ts';
import { insertRule, updateRule } from './packs.store.ts';
import { readOwnRule } from './read-rules.ts';
import { listHits } from './rule-hits.store.ts';
import type { RulePackService } from './rule-packs.service.ts';
import { byUser } from './rule-packs.service.ts';
import type { RuleTrialInput } from './rule-trial.jobs.ts';
import { findRule, readRule } from './rules-list.store.ts';
import { insertTest } from './tuning.store.ts';

/** An alert as fields, for a draft; null where there is no such alert. */
export type AlertRecord = (
  id: string,
) => { title: string; fields: Record<string, string | string[]> } | null;

/** Of the event store. */
export type FindEvent = (
  investigationId: string,
  eventId: string,
) => Promise<{ readonly event: StoredEvent; readonly reader: string } | null>;

export interface DraftDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly packs: RulePackService;
  readonly alertRecord: AlertRecord;
  readonly findEvent: FindEvent;
  readonly trial: Trial;
}

/** Fields that say what happened, ticked first. */
const USUAL =
  /^(?:EventID|Image|OriginalFileName|CommandLine|ParentImage|TargetObject|Details|TargetFilename|ScriptBlockText|ServiceName|ImagePath|QueryName|query|DestinationPort|cs-uri-stem|cs-uri-query|cs-method|eventName|eventSource|type|exe|key|LogonType|Status)$/i;

export type Trial = (input: RuleTrialInput, title: string, startedBy: string) => Promise<unknown>;

/** A job whose answer is waited for. */
export function createTrial(runner: JobRunner): Trial {
  return (input, title, startedBy) =>
    runner.start({
      ...{ kind: 'rule-trial', title, unit: 'events', total: null, startedBy, input },
    }).finished;
}

/** A rule of a person's own text, new or in place of `before`. */
export function createOwnRules({ db, newId, packs }: Pick<DraftDeps, 'db' | 'newId' | 'packs'>) {
  return async function saveOwn(
    text: string,
    actor: string,
    before: string | null,
    test: RuleTestBody | null,
  ): Promise<RuleDetail> {
    const ports = await loadSigmaPorts();
    const { rule, problem } = readOwnRule(text, before ?? 'own.yml', ports);
    if (!rule || problem !== null) {
      const message = problem ?? 'no rule';
      throw new AppError('bad-input', `The rule cannot run: ${message}`, {
        issues: [{ path: 'text', message }],
      });
    }
    packs.ensureOwn(actor);
    const frame = { packId: OWN_PACK.id, actor, newId };
    const id = db.write(byUser(actor, before === null ? 'draft' : 'write'), (tx) => {
      const known = before === null ? undefined : findRule(tx, before);
      if (known) {
        updateRule(tx, known, { ...rule, path: known.path }, frame);
        return known.id;
      }
      if (findRule(tx, `${OWN_PACK.id}.${rule.key}`.slice(0, 100)))
        throw new AppError('conflict', 'There is a rule of this id already');
      const made = insertRule(tx, { ...rule, path: `${rule.key}.yml` }, frame);
      if (test)
        insertTest(tx, {
          id: newId(),
          ruleId: made,
          name: 'The event it was drafted from',
          isHit: true,
          body: test,
          createdBy: actor,
        });
      return made;
    });
    return db.read('rules.get', (reader) => readRule(reader, id));
  };
}
type SaveOwn = ReturnType<typeof createOwnRules>;

export function createDraftService({
  db,
  clock,
  newId,
  alertRecord,
  findEvent,
  trial,
  save,
}: Omit<DraftDeps, 'packs'> & { readonly save: SaveOwn }) {
  const draftOf = (draft: RuleDraft, actor: string): string =>
    draftText(draft, {
      id: newId(),
      day: toIso(clock.now()).slice(0, 10),
      author: db.read('rules.author', (reader) => peopleNames(reader, [actor])).get(actor) ?? null,
    });

  async function draftFromEvent(investigationId: string, eventId: string): Promise<DraftSource> {
    if (!db.read('rules.investigation', (reader) => findInvestigation(reader, investigationId)))
      throw new AppError('not-found', 'There is no such investigation');
    const found = await findEvent(investigationId, eventId);
    if (!found) throw new AppError('not-found', 'There is no such event');
    const known = declaredEvent(found.reader, found.event);
    return {
      title: found.event.summary.slice(0, 120),
      summary: found.event.summary.slice(0, 1_000),
      investigationId,
      declared: [...known.declared],
      proposed: proposedSource(known),
      ...fieldsOf(known.flat),
    };
  }

  return {
    async draftFrom(
      {
        investigation,
        event,
        alert,
      }: {
        investigation?: string | undefined;
        event?: string | undefined;
        alert?: string | undefined;
      },
      _actor: string,
    ): Promise<DraftSource> {
      if (investigation !== undefined && event !== undefined)
        return draftFromEvent(investigation, event);
      if (alert === undefined)
        throw new AppError('bad-input', 'Say which event of which investigation, or which alert');
      const [hit] = db.read('rules.hits', (reader) =>
        listHits(reader, { alert }, { limit: 1 }),
      ).rows;
      if (hit) return draftFromEvent(hit.investigationId, hit.eventId);
      const record = alertRecord(alert);
      if (!record) throw new AppError('not-found', 'There is no such alert');
      const known = declaredEvent('', {
        kind: 'other',
        provider: null,
        code: null,
        host: null,
        user: null,
        fields: record.fields,
      });
      return {
        ...{ title: record.title.slice(0, 120), summary: record.title, investigationId: null },
        declared: [...known.declared],
        proposed: proposedSource(known),
        ...fieldsOf(known.flat),
      };
    },

    async tryDraft(
      draft: RuleDraft,
      investigationId: string,
      actor: string,
    ): Promise<RuleTrial & { text: string }> {
      if (!db.read('rules.investigation', (reader) => findInvestigation(reader, investigationId)))
        throw new AppError('not-found', 'There is no such investigation');
      const text = draftOf(draft, actor);
      const found = (await trial(
        { type: 'draft', text, investigationId },
        `Try the draft ${draft.title}`,
        actor,
      )) as RuleTrial;
      return { ...found, text };
    },

    saveDraft: (draft: RuleDraft, test: RuleTestBody | null, actor: string): Promise<RuleDetail> =>
      save(draftOf(draft, actor), actor, null, test),
  };
}
export type DraftService = ReturnType<typeof createDraftService>;

const MOST_FIELDS = 300;

function fieldsOf(
  flat: Readonly<Record<string, string | readonly string[]>>,
): Pick<DraftSource, 'fields' | 'event'> {
  const entries = Object.entries(flat)
    .slice(0, MOST_FIELDS)
    .filter(([name]) => name.length <= 500 && name !== '');
  const cut = (value: string) => value.slice(0, 10_000);
  return {
    fields: entries.map(([name, value]) => ({
      name,
      values: (typeof value === 'string' ? [value] : value.slice(0, 50)).map(cut),
      isUsual: USUAL.test(name),
    })),
    event: Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        typeof value === 'string' ? cut(value) : value.slice(0, 50).map(cut),
      ]),
    ),
  };
}
