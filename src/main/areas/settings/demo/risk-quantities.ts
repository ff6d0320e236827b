/** What some of the demo's risks cost, and by what alerts they are known to have happened. */
import { HOUR_MS } from '../../../../shared/kernel/time.ts';
import {
  riskQuantitiesTable,
  riskScenariosTable,
} from '../../../db/tables/risk-quantities.table.ts';
import { DEMO_RANGES, DEMO_SCENARIOS, type DemoRanges } from './risk-quantities.content.ts';
import { findDemoRisk } from './risk-quantities.store.ts';
import { byPerson, dateFrom, type World } from './world.ts';

const STATED_DAYS_AGO = 40;
/** Alerts of the demo reach back so far. */
const COUNTED_DAYS_AGO = 90;

export function addRiskQuantities(world: World): void {
  Object.entries(DEMO_RANGES).forEach(([title, ranges], place) => {
    addRanges(world, title, ranges, world.daysAgo(STATED_DAYS_AGO) + place * HOUR_MS);
  });
  Object.entries(DEMO_SCENARIOS).forEach(([title, scenario], place) => {
    const at = world.daysAgo(STATED_DAYS_AGO - 1) + place * HOUR_MS;
    const id = world.newId();
    world.past.add(at, byPerson(world.desk('priya'), 'risks.setScenario'), (tx) => {
      const riskId = findDemoRisk(tx, title);
      if (riskId === undefined) throw new Error(`No risk ${title} in the demo`);
      const exposureFrom = dateFrom(world.now, -COUNTED_DAYS_AGO);
      const times = { createdAt: at, updatedAt: at };
      tx.insert(riskScenariosTable, { id, riskId, ...scenario, exposureFrom, ...times });
    });
  });
}

function addRanges(world: World, title: string, ranges: DemoRanges, at: number): void {
  const id = world.newId();
  const statedBy = world.desk('daniel');
  const { loss, frequency, afterLoss, afterFrequency, assumptions } = ranges;
  world.past.add(at, byPerson(statedBy, 'risks.quantify'), (tx) => {
    const riskId = findDemoRisk(tx, title);
    if (riskId === undefined) throw new Error(`No risk ${title} in the demo`);
    tx.insert(riskQuantitiesTable, {
      ...{ id, riskId, currency: null, assumptions, statedBy, createdAt: at, updatedAt: at },
      ...{ lossLow: loss[0], lossHigh: loss[1] },
      ...{ frequencyLow: frequency[0], frequencyHigh: frequency[1] },
      ...{ afterLossLow: afterLoss?.[0] ?? null, afterLossHigh: afterLoss?.[1] ?? null },
      afterFrequencyLow: afterFrequency?.[0] ?? null,
      afterFrequencyHigh: afterFrequency?.[1] ?? null,
    });
  });
}
