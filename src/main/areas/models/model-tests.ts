/** The test of a connection: one at a time, going on by itself; of an endpoint that is not in use, it may switch to it. */
import type { ModelTest, ProbeCheck } from '../../../shared/areas/models/models.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { ModelFailure } from '../../platform/model-port.ts';
import type { Endpoint, EndpointStore } from './endpoint.store.ts';
import type { ProbeResult } from './probe.ts';

export interface ModelTestDeps {
  readonly store: EndpointStore;
  /** Tells the page that the test has come further. */
  readonly announce: () => void;
  readonly probe: (
    model: string,
    one: {
      endpointId: string;
      account: string;
      signal: AbortSignal;
      onCheck: (check: ProbeCheck) => void;
    },
  ) => Promise<ProbeResult>;
}

const IDLE: ModelTest = {
  isRunning: false,
  endpointId: null,
  isSwitch: false,
  model: null,
  done: [],
  problem: null,
};

/** All models of an endpoint, each once. */
export function modelsOf({ model, taskModels }: Pick<Endpoint, 'model' | 'taskModels'>): string[] {
  return [...new Set([model, ...Object.values(taskModels)])];
}

export function createModelTests({ store, announce, probe }: ModelTestDeps) {
  let test: ModelTest = IDLE;
  let stop: AbortController | undefined;

  /** Why it is not used after all, or null. It may have been changed meanwhile. */
  function switchTo({ id }: Endpoint, account: string): string | null {
    const endpoint = store.endpointOf(id);
    const tier = endpoint && store.probe(endpoint.baseUrl, endpoint.model)?.tier;
    if (!endpoint || !tier || tier === 'none')
      return 'It was not switched to: the test found that this model cannot be relied on.';
    store.use(account, endpoint);
    return null;
  }

  async function run(endpoint: Endpoint, account: string, { signal }: AbortController) {
    let problem: string | null = null;
    try {
      for (const model of modelsOf(endpoint)) {
        test = { ...test, model, done: [] };
        announce();
        const result = await probe(model, {
          ...{ endpointId: endpoint.id, account, signal },
          onCheck(check) {
            test = { ...test, done: [...test.done, check] };
            announce();
          },
        });
        store.saveProbe(account, { ...result, baseUrl: endpoint.baseUrl, model });
      }
      if (test.isSwitch) problem = switchTo(endpoint, account);
    } catch (error) {
      problem = error instanceof ModelFailure ? error.message : 'The test could not be finished.';
    }
    test = { ...test, isRunning: false, problem };
    announce();
  }

  return {
    state: (): ModelTest => test,
    start(endpoint: Endpoint, { account, isSwitch }: { account: string; isSwitch: boolean }) {
      if (test.isRunning) throw new AppError('conflict', 'The connection is being tested already');
      stop = new AbortController();
      const { id: endpointId, model } = endpoint;
      test = { isRunning: true, endpointId, isSwitch, model, done: [], problem: null };
      void run(endpoint, account, stop);
      return test;
    },
    cancel(): ModelTest {
      stop?.abort();
      return test;
    },
  };
}
