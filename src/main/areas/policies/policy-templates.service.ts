import type {
  PolicyTemplate,
  PolicyTemplateDetail,
  PolicyValues,
} from '../../../shared/areas/policies/policy-templates.contract.ts';
import {
  KEPT_PLACEHOLDERS,
  PLACEHOLDERS,
  type PlaceholderValues,
  placeholdersOf,
} from '../../../shared/areas/policies/policy-texts.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { addMonths } from '../../../shared/kernel/day.ts';
import { approverIds } from '../../db/approvers.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import { readNames } from './policies.store.ts';
import type { Template, TemplateLibrary } from './policy-templates.ts';
import { findSuggested, keepValues, readValues } from './policy-values.store.ts';

export interface TemplateServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly templates: TemplateLibrary;
}

interface Asking {
  readonly id: string;
  readonly email: string;
}

const summary = ({ content: _, controls: __, ...rest }: Template): PolicyTemplate => rest;

export function createTemplateService({ db, clock, templates }: TemplateServiceDeps) {
  function valuesFor(reader: ReadDb, template: Template, asking: Asking): PlaceholderValues {
    const today = localDay(clock.now());
    const { sla, retention } = readWorkspaceSettings(reader);
    const kept = readValues(reader);
    const others = approverIds(reader, 'policies.approve').filter((id) => id !== asking.id);
    const names = readNames(reader, [asking.id, ...others]);
    return {
      'workspace.name': kept['workspace.name'],
      contact: kept.contact ?? asking.email,
      owner: names.get(asking.id),
      approver: others.map((id) => names.get(id) ?? id).sort()[0],
      effective_date: today,
      review_date: addMonths(today, template.reviewMonths),
      'sla.critical_hours': String(sla.CRITICAL),
      'sla.high_hours': String(sla.HIGH),
      'sla.medium_hours': String(sla.MEDIUM),
      'sla.low_hours': String(sla.LOW),
      'retention.alerts':
        retention.alertsDays === null ? 'an unlimited time' : `${retention.alertsDays} days`,
    };
  }

  return {
    list: async (): Promise<PolicyTemplate[]> => (await templates.list()).map(summary),

    /** @throws AppError 'not-found'. */
    async get(key: string, asking: Asking): Promise<PolicyTemplateDetail> {
      const template = (await templates.list()).find((one) => one.key === key);
      if (!template) throw new AppError('not-found', 'There is no such template');
      return db.read('policies.template', (reader) => {
        const values = valuesFor(reader, template, asking);
        return {
          ...summary(template),
          content: template.content,
          controls: findSuggested(reader, template.controls),
          values: placeholdersOf(template.content).map((name) => {
            const kind = PLACEHOLDERS.find((one) => one.name === name);
            return {
              name,
              label: kind?.label ?? name,
              note: kind?.note ?? '',
              isKept: (KEPT_PLACEHOLDERS as readonly string[]).includes(name),
              value: values[name] ?? null,
            };
          }),
        };
      });
    },

    keep(values: PolicyValues, actor: string): PolicyValues {
      const caller = { actor, origin: 'user', action: 'policies.keepValues' } as const;
      db.write(caller, (tx) => keepValues(tx, values));
      return db.read('policies.values', readValues);
    },
  };
}
export type TemplateService = ReturnType<typeof createTemplateService>;
