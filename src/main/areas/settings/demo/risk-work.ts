/** What is done about the demo's risks: tasks, linked controls, reviews, the appetite. */
import { addMonths } from '../../../../shared/kernel/day.ts';
import { HOUR_MS } from '../../../../shared/kernel/time.ts';
import {
  riskControlsTable,
  riskReviewsTable,
  risksTable,
  riskTasksTable,
} from '../../../db/tables/risk.table.ts';
import { workspaceSettingsTable } from '../../../db/tables/settings.table.ts';
import { DEMO_APPETITE, type DemoRiskTask, REVIEW_NOTES, RISK_WORK } from './risk-work.content.ts';
import { findDemoControl } from './risk-work.store.ts';
import { byPerson, dateFrom, type World } from './world.ts';

const APPETITE_DAYS_AGO = 210;
const LINKED_DAYS_AGO = 58;

export interface DemoRisk {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
  readonly score: number;
  readonly residual: number;
  /** Its place in the register. */
  readonly place: number;
  /** In days. */
  readonly age: number;
  readonly isAssessed: boolean;
}

export function addAppetiteToPast(world: World): void {
  const at = world.daysAgo(APPETITE_DAYS_AGO);
  const reason = 'Decided by the board in its spring meeting';
  world.past.add(at, byPerson(world.desk('priya'), 'risks.setAppetite', reason), (tx) =>
    tx.insert(workspaceSettingsTable, {
      id: 'risk',
      value: { appetite: DEMO_APPETITE },
      updatedAt: at,
    }),
  );
}

export function addRiskWorkToPast(world: World, risk: DemoRisk): void {
  const work = RISK_WORK[risk.title];
  work?.tasks?.forEach((task, place) => {
    addTask(world, risk, task, place);
  });
  work?.controls?.forEach(([framework, ref, weight], place) => {
    const at = world.daysAgo(LINKED_DAYS_AGO) + place * HOUR_MS;
    const id = world.newId();
    world.past.add(at, byPerson(risk.owner, 'risks.linkControl'), (tx) => {
      const controlId = findDemoControl(tx, framework, ref);
      if (controlId === undefined) throw new Error(`No control ${framework} ${ref} in the demo`);
      tx.insert(riskControlsTable, {
        ...{ id, riskId: risk.id, controlId, weight, addedBy: risk.owner, createdAt: at },
      });
    });
  });
  if (risk.isAssessed) addReviews(world, risk);
}

function addTask(world: World, risk: DemoRisk, task: DemoRiskTask, place: number): void {
  const id = world.newId();
  const owner = world.desk(task.owner);
  const planned = Math.min(risk.age - 1, Math.max(2, 60 - task.due));
  const at = world.daysAgo(Math.max(1, planned)) + place * HOUR_MS;
  world.past.add(at, byPerson(risk.owner, 'risks.addTask'), (tx) =>
    tx.insert(riskTasksTable, {
      id,
      riskId: risk.id,
      title: task.title,
      owner,
      due: dateFrom(world.now, task.due),
      createdBy: risk.owner,
      createdAt: at,
      updatedAt: at,
    }),
  );
  if (task.done === undefined) return;
  const doneAt = world.daysAgo(task.done);
  const doneOn = dateFrom(world.now, -task.done);
  world.past.add(doneAt, byPerson(owner, 'risks.finishTask'), (tx) =>
    tx.update(riskTasksTable, id, { doneOn, doneBy: owner, updatedAt: doneAt }),
  );
}

function cadenceOf(score: number): number {
  if (score >= 15) return 3;
  return score >= 8 ? 6 : 12;
}

/** One review within the cadence; of a few the next one is over. */
function addReviews(world: World, risk: DemoRisk): void {
  const months = cadenceOf(risk.score);
  const whole = months * 30;
  const isSoon = risk.place % 4 === 0;
  const isLate = risk.place % 13 === 7;
  const daysAgo = isLate
    ? whole + 9
    : isSoon
      ? whole - 3 - (risk.place % 25)
      : 2 + ((risk.place * 37) % (whole - 6));
  if (daysAgo >= risk.age * 0.3) return;
  const at = world.daysAgo(daysAgo) - HOUR_MS;
  const day = dateFrom(at, 0);
  const nextReview = addMonths(day, months);
  const note = REVIEW_NOTES[risk.place % REVIEW_NOTES.length] ?? REVIEW_NOTES[0];
  const id = world.newId();
  world.past.add(at, byPerson(risk.owner, 'risks.review', note), (tx) => {
    tx.insert(riskReviewsTable, {
      id,
      riskId: risk.id,
      reviewedOn: day,
      reviewedBy: risk.owner,
      note,
      riskScore: risk.score,
      residualRisk: risk.residual,
      nextReview,
      createdAt: at,
    });
    tx.update(risksTable, risk.id, {
      reviewMonths: months,
      lastReview: day,
      nextReview,
      updatedAt: at,
    });
  });
}
