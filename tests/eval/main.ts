/**
 * `npm run eval [-- FILE|FOLDER …]`: the engine's promises on labelled alerts. Without arguments on the
 * data beside the repository; with them on any file or folder of the same shape. Targets that are missed
 * are said, by how much and why; only what cannot be read is an error.
 */
import { basename } from 'node:path';
import { ENGINE_VERSION } from '../../src/shared/areas/assistant/engine/engine.types.ts';
import { readAlertFile } from './alert-file.ts';
import { type Evaluation, evaluate, pooled } from './evaluate.ts';
import { linkSentinel } from './incidents.ts';
import { DATA, findInputs } from './inputs.ts';
import { PROTOCOL } from './protocol.ts';
import { environmentTable, linkingTable, rivalTable, targetTable, windowTable } from './tables.ts';
import { targetRows } from './targets.ts';
import { windowFigures } from './windows.ts';

const say = (text = ''): void => void process.stdout.write(`${text}\n`);
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function evaluateFiles(files: ReturnType<typeof findInputs>['files']): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  for (const { path, isNamed } of files) {
    try {
      const from = performance.now();
      const set = await readAlertFile(path);
      const evaluation = evaluate(set);
      evaluations.push(evaluation);
      say(
        `${set.name}: ${set.alerts} alerts, ${set.groups.length} groups, ${((performance.now() - from) / 1000).toFixed(1)} s`,
      );
    } catch (error) {
      say(`${path}: left out. ${reasonOf(error)}`);
      if (isNamed) process.exitCode = 1;
    }
  }
  return evaluations;
}

function printTargets(
  title: string,
  evaluations: readonly Evaluation[],
  linking: Parameters<typeof targetRows>[2],
): void {
  if (evaluations.length === 0) return;
  const all = pooled(evaluations);
  say(`\n${title}: ${evaluations.map(({ set }) => set.name).join(', ')}`);
  say(targetTable(targetRows(evaluations, all, linking)));
  say(rivalTable(all));
}

const { files, incidents, missing } = findInputs(process.argv.slice(2));
say(`Engine ${ENGINE_VERSION}`);
for (const line of PROTOCOL) say(`- ${line}`);
say(
  '- The AIT Alert Data Set is synthetic: simulated users, one attack chain in each environment. Figures on it are no promise for a real desk; Analyst Health measures your own.',
);
say();
for (const path of missing) say(`${path} is not there`);
if (missing.length > 0 && process.argv.length > 2) process.exitCode = 1;
const evaluations = await evaluateFiles(files);
const linking = incidents.flatMap((folder) => {
  try {
    return [{ name: basename(folder), figures: linkSentinel(folder) }];
  } catch (error) {
    say(`${folder}: left out. ${reasonOf(error)}`);
    return [];
  }
});
if (evaluations.length > 0) say(`\n${environmentTable(evaluations)}`);
const chains = evaluations.map(({ set, linking: figures }) => ({
  name: `${set.name}, one attack chain`,
  figures,
}));
if (linking.length + chains.length > 0) say(`\n${linkingTable([...linking, ...chains])}`);
const development = evaluations.find(({ isHeldOut }) => !isHeldOut);
if (development) {
  say(`\nWhy a quarter of an hour, on ${development.set.name} (at most 0.1 % may be mixed)`);
  say(windowTable(windowFigures(development.set)));
}
const heldOut = evaluations.filter(({ isHeldOut }) => isHeldOut);
printTargets('Targets on what is held out', heldOut, linking);
if (heldOut.length < evaluations.length)
  printTargets('All files together, the development environment among them', evaluations, linking);
if (evaluations.length + linking.length === 0)
  say(`Nothing to evaluate on: no labelled alerts found (looked in ${DATA})`);
