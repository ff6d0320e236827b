import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { makeAlert } from './alerts.fixture.ts';
import { alertKeys } from './alerts.queries.ts';
import { createUpdateLine } from './use-update-line.ts';

/** A change of an alert that is answered when the test says so. */
function beginUpdate(queries: QueryClient, answer: Alert) {
  const { promise, resolve } = Promise.withResolvers<Alert>();
  const mutation = queries.getMutationCache().build<Alert, Error, unknown, unknown>(queries, {
    mutationKey: alertKeys.update,
    mutationFn: () => promise,
    onSuccess: (alert) => queries.setQueryData(alertKeys.one(alert.id), alert),
  });
  const done = mutation.execute({ id: answer.id, update: {} });
  return { answer: () => resolve(answer), done };
}

test('[DK8] what is pressed while a change is under way is done after it, in order, on what it became', async () => {
  const queries = new QueryClient();
  const line = createUpdateLine(queries);
  const [open, begun] = [makeAlert(), makeAlert({ status: 'IN_PROGRESS' })];
  const resolved = makeAlert({ status: 'RESOLVED' });
  const seen: string[] = [];
  line.afterUpdate(open, ({ status }) => seen.push(status));
  expect(seen).toEqual(['OPEN']);

  const first = beginUpdate(queries, begun);
  let second: ReturnType<typeof beginUpdate> | undefined;
  line.afterUpdate(open, ({ status }) => {
    seen.push(status);
    second = beginUpdate(queries, resolved);
  });
  line.afterUpdate(open, ({ status }) => seen.push(status));
  await Promise.resolve();
  expect(seen).toEqual(['OPEN']);
  first.answer();
  await first.done;
  await new Promise((next) => setTimeout(next));
  expect(seen).toEqual(['OPEN', 'IN_PROGRESS']);
  second?.answer();
  await second?.done;
  await new Promise((next) => setTimeout(next));
  expect(seen).toEqual(['OPEN', 'IN_PROGRESS', 'RESOLVED']);
});
