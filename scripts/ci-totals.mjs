/**
 * Adds up the results of the test runs in a folder, names what failed and prints the closing line of
 * CI. Only the end of a long output may be kept, so every failure is told here again. A test that
 * passed when it was repeated is named as unsteady. Exits 1 where a test failed, a step failed, a
 * result is missing, or nothing was run. Plain JavaScript: it must also say so where
 * the installation itself failed and only an old Node is there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.', failedSteps = '0'] = process.argv.slice(2);
const LONGEST_MESSAGE = 2_000;
const totals = { passed: 0, failed: 0, skipped: 0 };
const unsteady = [];
let missing = 0;

/** @param file one file of vitest's JSON report */
function tellFailures(file) {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && file.status === 'failed')
    console.log(`FAILED ${file.name}\n${file.message}`);
  for (const test of failed) {
    console.log(`FAILED ${file.name}: ${test.fullName}`);
    for (const message of test.failureMessages) console.log(message.slice(0, LONGEST_MESSAGE));
  }
}

/** Vitest keeps the messages of the first run where the second passed. */
function noteUnsteady(file) {
  for (const test of file.assertionResults) {
    if (test.status !== 'passed' || test.failureMessages.length === 0) continue;
    unsteady.push(`UNSTEADY ${file.name}: ${test.fullName}`);
    unsteady.push(test.failureMessages[0].slice(0, LONGEST_MESSAGE));
  }
}

for (const name of ['test.json', 'test-long.json', 'e2e.json']) {
  const file = join(folder, name);
  if (!existsSync(file)) {
    missing++;
    continue;
  }
  const result = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests;
  totals.skipped += result.numPendingTests + result.numTodoTests;
  for (const file of result.testResults) {
    tellFailures(file);
    noteUnsteady(file);
  }
}
for (const line of unsteady) console.log(line);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(
  totals.failed > 0 || missing > 0 || totals.passed === 0 || failedSteps !== '0' ? 1 : 0,
);
