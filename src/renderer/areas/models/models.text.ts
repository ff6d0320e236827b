import type { CallTask } from '../../../shared/areas/models/model-calls.contract.ts';
import type {
  CheckName,
  ModelState,
  ProbeCheck,
} from '../../../shared/areas/models/models.contract.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const TASK_LABELS: Readonly<Record<CallTask, string>> = {
  investigation: 'Investigation',
  'analyst-query': 'Analyst chat',
  chat: 'Assistant',
  'gap-analysis': 'Gap analysis',
  'policy-draft': 'Policy draft',
  'risk-description': 'Risk description',
  handover: 'Handover',
  probe: 'Test connection',
  replay: 'Replay',
};

export const CHECK_LABELS: Readonly<Record<CheckName, string>> = {
  models: 'List of models',
  stream: 'Streamed answer',
  schema: 'Answers in a schema',
  tools: 'Tool round-trip',
  context: 'Long questions',
  speed: 'Speed',
};

export const OUTCOMES: Readonly<
  Record<ProbeCheck['outcome'], { readonly label: string; readonly tone: BadgeTone }>
> = {
  passed: { label: 'Passed', tone: 'ok' },
  partly: { label: 'Partly', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Not tried', tone: 'neutral' },
};

export const STATES: Readonly<
  Record<ModelState, { readonly label: string; readonly tone: BadgeTone; readonly text: string }>
> = {
  off: {
    label: 'Off',
    tone: 'neutral',
    text: 'No model is called. Alerts, investigations and the assistant are answered by the local engine.',
  },
  untested: {
    label: 'Not tested',
    tone: 'warn',
    text: 'The model is not called before its connection is tested.',
  },
  locked: {
    label: 'Locked',
    tone: 'warn',
    text: 'This workspace is isolated: only a model on this machine is called.',
  },
  none: {
    label: 'Not usable',
    tone: 'bad',
    text: 'The test found that this model cannot be relied on, so it is not called.',
  },
  writes: {
    label: 'Writes summaries',
    tone: 'ok',
    text: 'The model puts into words what the local engine found. It looks nothing up by itself.',
  },
  tools: {
    label: 'Uses tools',
    tone: 'ok',
    text: 'The model reads records of a case through tools that only read, and writes what it found. Code checks each claim.',
  },
};
