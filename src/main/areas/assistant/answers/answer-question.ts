/** A question to its answer from the workspace: no model, the same question in the same state gives the same answer. */
import type { Answer } from '../../../../shared/areas/assistant/answer.ts';
import type {
  AskedFrom,
  IntentName,
} from '../../../../shared/areas/assistant/intents/intent.types.ts';
import { parseQuestion } from '../../../../shared/areas/assistant/intents/parse.ts';
import { spanOf } from '../../../../shared/areas/assistant/intents/time-words.ts';
import { workspaceSettingsContract } from '../../../../shared/areas/settings/workspace-settings.contract.ts';
import { stacksContract } from '../../../../shared/areas/views/stacks.contract.ts';
import * as alerts from './alert-answers.ts';
import * as cases from './case-answers.ts';
import * as compliance from './compliance-answers.ts';
import { type Desk, NotPermitted } from './desk.ts';
import * as entities from './entity-answers.ts';
import * as governance from './governance-answers.ts';
import * as help from './help-answers.ts';
import * as investigations from './investigation-answers.ts';
import { type Answerer, say, toAnswer } from './parts.ts';
import * as registers from './register-answers.ts';
import * as top from './top-answers.ts';

const ANSWERERS: Readonly<Record<IntentName, Answerer>> = {
  'count-alerts': alerts.countAlerts,
  'list-alerts': alerts.listAlerts,
  assigned: alerts.assigned,
  sla: alerts.sla,
  reduction: alerts.reduction,
  'entity-activity': entities.entityActivity,
  'explain-alert': cases.explainAlert,
  'why-grouped': cases.whyGrouped,
  'why-linked': cases.whyLinked,
  technique: entities.technique,
  incidents: cases.incidents,
  'evidence-expired': compliance.evidenceExpired,
  'evidence-expiring': compliance.evidenceExpiring,
  'framework-score': compliance.frameworkScore,
  'compliance-score': compliance.complianceScore,
  'open-gaps': compliance.openGaps,
  'control-state': compliance.controlState,
  'policies-due': governance.policiesDue,
  'vendors-due': governance.vendorsDue,
  'risks-appetite': governance.risksAppetite,
  'risks-top': governance.risksTop,
  'audits-coming': governance.auditsComing,
  'findings-open': governance.findingsOpen,
  'suppressions-expiring': governance.suppressionsExpiring,
  'due-soon': governance.dueSoon,
  indicators: investigations.indicators,
  'investigation-state': investigations.investigationState,
  handover: investigations.handover,
  'top-sources': top.topSources,
  'top-detectors': top.topDetectors,
  'top-entities': top.topEntities,
  'top-techniques': top.topTechniques,
  'critical-assets': top.criticalAssets,
  'last-import': top.lastImport,
  'changed-today': top.changedToday,
  'desk-summary': top.deskSummary,
  'desk-figures': top.deskFigures,
  'control-list': registers.controlList,
  'evidence-summary': registers.evidenceSummary,
  'automation-state': registers.automationState,
  find: top.find,
  'how-to': help.howTo,
  'what-can-you-do': help.whatCanYouDo,
  greeting: help.greeting,
  thanks: help.thanks,
  act: help.act,
};

/** Sources of the workspace, where the asker may read them: a question may name one. */
async function sourcesOf(desk: Desk): Promise<string[]> {
  try {
    const values = await desk.read(stacksContract.values, { query: { field: 'source' } });
    return values.map(({ value }) => value);
  } catch (error) {
    if (error instanceof NotPermitted) return [];
    throw error;
  }
}

export async function answerQuestion(
  desk: Desk,
  question: string,
  from: AskedFrom,
): Promise<Answer> {
  const here = { ...from, sources: await sourcesOf(desk) };
  const asked = parseQuestion(question, here);
  const slots = { ...asked.slots, entity: asked.slots.entity ?? from.entity ?? null };
  if (asked.intent === null) return toAnswer(null, help.unknown(asked));
  try {
    const { shift } = await desk.read(workspaceSettingsContract.get);
    const frame = { now: desk.now, zone: desk.zone, shiftHours: shift.hours };
    const span = slots.time === null ? null : spanOf(slots.time, frame);
    const body = await ANSWERERS[asked.intent]({
      asked: { ...asked, slots },
      desk,
      span,
      shiftHours: shift.hours,
    });
    return toAnswer(asked.intent, body);
  } catch (error) {
    if (error instanceof NotPermitted)
      return toAnswer(asked.intent, {
        parts: [say(`I cannot answer this for you. ${error.message}`)],
      });
    throw error;
  }
}
