/** What the page shows of the forensic tools; checked once at the first view, then when somebody asks. */
import {
  FAMILY_IDS,
  type FamilyId,
  type FamilyStateName,
} from '../../../../shared/areas/forensics/tools/families.ts';
import type {
  ToolProgram,
  ToolsState,
} from '../../../../shared/areas/forensics/tools/tools.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { ServerEvent } from '../../../../shared/contract/events.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ToolCheck } from './check-tools.jobs.ts';
import { refusePath } from './program-paths.ts';
import { PROGRAMS } from './programs.table.ts';
import type { SelfTest } from './self-test.ts';
import { readToolPaths, saveToolPath } from './tool-paths.ts';

/** The change event's resource, with which the page's keys begin. */
const RESOURCE = 'forensic_tools';

export interface ToolsDeps {
  readonly dataDir: string;
  readonly runner: Pick<JobRunner, 'start'>;
  readonly clock: Clock;
  readonly emit: (event: ServerEvent) => void;
}

export interface ToolsService {
  state(): ToolsState;
  check(startedBy: string | null): ToolsState;
  /** @throws AppError 'bad-input', 'not-found'. */
  setPath(program: string, path: string | null, startedBy: string): ToolsState;
}

interface Checked {
  readonly check: ToolsState['check'];
  readonly result: ToolCheck | null;
}

export function createToolsService({ dataDir, runner, clock, emit }: ToolsDeps): ToolsService {
  let checked: Checked | null = null;
  let run = 0;

  function begin(startedBy: string | null): void {
    const own = ++run;
    const result = checked?.result ?? null;
    checked = { check: { state: 'running', at: null, ms: null, problem: null }, result };
    const settle = (next: Checked) => {
      if (own !== run) return;
      checked = next;
      emit({ type: 'changed', resource: RESOURCE });
    };
    const at = () => toIso(clock.now());
    const fail = (error: unknown) => {
      const problem = error instanceof AppError ? error.message : 'The check ended unexpectedly';
      settle({ check: { state: 'failed', at: at(), ms: null, problem }, result });
    };
    try {
      const { finished } = runner.start({
        ...{ kind: 'forensic-tools', title: 'Check of the forensic tools', unit: 'readers' },
        ...{ total: null, startedBy, input: null, givesWay: true },
      });
      finished.then((value) => {
        const done = value as ToolCheck;
        const check = { state: 'done' as const, at: at(), ms: done.ms, problem: null };
        settle({ check, result: done });
      }, fail);
    } catch (error) {
      fail(error);
    }
  }

  function state(): ToolsState {
    if (checked === null) begin(null);
    const { check, result } = checked ?? { check: IDLE, result: null };
    const paths = readToolPaths(dataDir);
    return {
      check,
      programsHaveNoNetwork: result?.hasNoNetwork ?? null,
      families: FAMILY_IDS.map((id) => ({
        id,
        state: stateOf(check.state, ofFamily(result, id)),
        readers: ofFamily(result, id).map(({ readerId, label, version, isPassed, problem }) => ({
          ...{ id: readerId, label, version, isPassed, problem },
        })),
        programs: PROGRAMS.filter(({ family }) => family === id).map((kind): ToolProgram => {
          const probe = result?.programs.find((one) => one.id === kind.id)?.probe;
          return {
            ...{ id: kind.id, label: kind.label, adds: kind.adds, install: kind.install },
            version: probe?.found?.version ?? null,
            path: probe?.found?.paths[0] ?? null,
            chosenPath: paths[kind.id] ?? null,
            problem: probe?.problem ?? null,
          };
        }),
      })),
    };
  }

  function check(startedBy: string | null): ToolsState {
    if (checked?.check.state !== 'running') begin(startedBy);
    return state();
  }

  return {
    state,
    check,
    setPath(program, path, startedBy) {
      const kind = PROGRAMS.find(({ id }) => id === program);
      if (!kind) throw new AppError('not-found', 'There is no such program');
      const refusal = path === null ? null : refusePath(kind, path);
      if (refusal !== null) throw new AppError('bad-input', refusal);
      saveToolPath(dataDir, kind.id, path);
      begin(startedBy);
      return state();
    },
  };
}

const IDLE: ToolsState['check'] = { state: 'running', at: null, ms: null, problem: null };

const ofFamily = (result: ToolCheck | null, id: FamilyId): readonly SelfTest[] =>
  result?.tests.filter(({ family }) => family === id) ?? [];

/** A reader without a self-test neither connects its family nor fails it. */
export function stateOf(
  check: ToolsState['check']['state'],
  tests: readonly Pick<SelfTest, 'isPassed'>[],
): FamilyStateName {
  const tried = tests.filter(({ isPassed }) => isPassed !== null);
  const passed = tried.filter(({ isPassed }) => isPassed).length;
  if (tried.length === 0) return check === 'running' ? 'checking' : 'untested';
  if (passed === tried.length) return 'connected';
  return passed === 0 ? 'failed' : 'partial';
}
