import { DAY_MS, toIso } from '../../../../shared/kernel/time.ts';
import { risksTable } from '../../../db/tables/risk.table.ts';
import { dailySnapshotsTable } from '../../../db/tables/scores.table.ts';
import type { RiskContent } from './governance.content.ts';
import { ACCEPTANCES, TRANSFERS } from './risk-work.content.ts';
import { addAppetiteToPast, addRiskWorkToPast } from './risk-work.ts';
import { byPerson, dateFrom, type World } from './world.ts';

/** Residual is 0.7 of the score when a risk is written down (specification, section 9). */
const RESIDUAL_AT_FIRST = 0.7;

function oneDigit(value: number): number {
  return Math.round(value * 10) / 10;
}

function residualNow({ likelihood, impact, factor }: RiskContent): number {
  return oneDigit(likelihood * impact * factor);
}

/** What the register's residual risk adds up to now. */
function residualSum(world: World): number {
  return world.content.risks.reduce((sum, risk) => sum + residualNow(risk), 0);
}

const ACTIONS = {
  ASSESSED: 'risks.assess',
  MITIGATED: 'risks.mitigate',
  ACCEPTED: 'risks.accept',
  TRANSFERRED: 'risks.transfer',
} as const;

const REASONS = {
  ASSESSED: 'Scored with the owner and the team that works with it.',
  MITIGATED: 'The plan is carried out; what is left is watched.',
  ACCEPTED: 'Mending it costs more than it could do.',
  TRANSFERRED: 'Borne by contract from here on.',
} as const;

/** Who keeps the technical ones in hand, by turns. */
const TECHNICIANS = ['jonas', 'tariq'] as const;

export function addRisksToPast(world: World): void {
  addAppetiteToPast(world);
  world.content.risks.forEach((risk, place) => {
    addRisk(world, risk, place);
  });
}

function ownerOf(world: World, { category }: RiskContent, officer: string, place: number): string {
  if (category !== 'TECHNICAL') return officer;
  return world.desk(TECHNICIANS[place % TECHNICIANS.length] ?? 'jonas');
}

function addRisk(world: World, risk: RiskContent, place: number): void {
  const { past, random } = world;
  const id = world.newId();
  const officer = world.desk(random.pick(['priya', 'daniel']));
  const owner = ownerOf(world, risk, officer, place);
  const createdAt = world.daysAgo(risk.age);
  const score = risk.likelihood * risk.impact;
  past.add(createdAt, byPerson(officer, 'risks.create'), (tx) =>
    tx.insert(risksTable, {
      id,
      title: risk.title,
      description: risk.description,
      category: risk.category,
      likelihood: risk.likelihood,
      impact: risk.impact,
      riskScore: score,
      inherentRisk: score,
      residualRisk: oneDigit(score * RESIDUAL_AT_FIRST),
      owner,
      mitigationPlan: risk.plan,
      targetDate: dateFrom(world.now, random.int(-20, 240)),
      createdBy: officer,
      createdAt,
      updatedAt: createdAt,
    }),
  );
  const isAssessed = risk.status !== 'IDENTIFIED';
  addRiskWorkToPast(world, {
    ...{ id, title: risk.title, owner, score, residual: residualNow(risk) },
    ...{ place, age: risk.age, isAssessed },
  });
  if (!isAssessed) return;
  const step = { world, id, officer, score };
  addStep(step, createdAt + 14 * DAY_MS, {
    status: 'ASSESSED',
    residualRisk: oneDigit(score * 0.6),
  });
  const settledAt = createdAt + Math.floor(risk.age * 0.7) * DAY_MS;
  addStep(step, settledAt, {
    status: risk.status === 'IDENTIFIED' ? 'ASSESSED' : risk.status,
    residualRisk: residualNow(risk),
    ...settled(world, risk, officer, settledAt),
  });
}

interface Settlement {
  readonly acceptedBy?: string;
  readonly acceptedReason?: string;
  readonly acceptedOn?: string;
  readonly expiresOn?: string;
  readonly transferredTo?: string;
  readonly transferReason?: string;
}

/** What stands beside the status where a risk was accepted or transferred. */
function settled(
  world: World,
  { title, status }: RiskContent,
  officer: string,
  at: number,
): Settlement {
  if (status === 'ACCEPTED')
    return {
      acceptedBy: world.desk(officer === world.desk('priya') ? 'daniel' : 'priya'),
      acceptedReason: REASONS.ACCEPTED,
      acceptedOn: dateFrom(at, 0),
      expiresOn: dateFrom(world.now, ACCEPTANCES[title] ?? 180),
    };
  if (status !== 'TRANSFERRED') return {};
  return { transferredTo: TRANSFERS[title] ?? 'Insurer', transferReason: REASONS.TRANSFERRED };
}

interface StepOf {
  readonly world: World;
  readonly id: string;
  readonly officer: string;
  readonly score: number;
}

interface Step extends Settlement {
  readonly status: keyof typeof ACTIONS;
  readonly residualRisk: number;
}

/** What differs from 0.7 of the score is the officers' own assessment, and says so. */
function addStep({ world, id, officer, score }: StepOf, at: number, step: Step): void {
  const isOwn = step.residualRisk !== oneDigit(score * RESIDUAL_AT_FIRST);
  const reason = REASONS[step.status];
  const actor = step.acceptedBy ?? officer;
  world.past.add(at, byPerson(actor, ACTIONS[step.status], reason), (tx) =>
    tx.update(risksTable, id, {
      ...step,
      residualBasis: isOwn ? 'PERSON' : 'CREATION',
      residualBy: isOwn ? officer : null,
      residualReason: isOwn ? reason : null,
      residualAt: isOwn ? at : null,
      updatedAt: at,
    }),
  );
}

const SNAPSHOT_DAYS = 400;
const SCORE_NOW = 94;

/** Days ago, and what the residual sum of that day was as a multiple of today's. */
const RESIDUAL_COURSE = [
  [SNAPSHOT_DAYS, 1 / 0.63],
  [385, 1 / 0.66],
  [355, 1 / 0.66],
  [240, 1 / 0.75],
  [110, 1 / 0.86],
  [97, 1 / 0.88],
  [83, 1 / 0.88],
  [30, 1 / 0.95],
  [7, 1],
  [0, 1],
] as const;

/** Days ago, and the compliance score of that day. */
const SCORE_COURSE = [
  [SNAPSHOT_DAYS, 78],
  [300, 82],
  [180, 87],
  [90, 90],
  [40, 92],
  [25, 92],
  [12, 93],
  [5, SCORE_NOW],
  [0, SCORE_NOW],
] as const;

/** Between two known days the figure goes straight. */
function onCourse(course: readonly (readonly [number, number])[], daysAgo: number): number {
  const next = course.findIndex(([day]) => day <= daysAgo);
  const [toDay, to] = course[next] ?? [0, 0];
  const [fromDay, from] = course[Math.max(0, next - 1)] ?? [0, 0];
  if (fromDay === toDay) return to;
  return to + ((from - to) * (daysAgo - toDay)) / (fromDay - toDay);
}

/** One snapshot a day for more than a year; the figures of today are counted, not taken from here. */
export function addSnapshotsToPast(world: World): void {
  const sum = residualSum(world);
  for (let daysAgo = SNAPSHOT_DAYS; daysAgo >= 1; daysAgo--) {
    const at = world.daysAgo(daysAgo);
    const day = toIso(at).slice(0, 10);
    const score = Math.round(onCourse(SCORE_COURSE, daysAgo));
    const residual = oneDigit(sum * onCourse(RESIDUAL_COURSE, daysAgo));
    world.past.add(at, { actor: null, origin: 'system', action: 'dashboard.snapshot' }, (tx) =>
      tx.insert(dailySnapshotsTable, {
        ...{ id: day, day, createdAt: at },
        ...{ complianceScore: score, residualRiskSum: residual },
      }),
    );
  }
}
