import { CheckCircle2, Circle, LoaderCircle } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Progress } from '../../ui/progress.tsx';
import { DEMO_STAGES, type DemoStage } from './portal.content.ts';
import { DEMO_END, type LiveDemo } from './use-live-demo.ts';

/** One alert from its arrival to its closing, told as the bar advances. */
export function LiveDemoPanel({ demo }: { demo: LiveDemo }) {
  const { percent, isRunning } = demo;
  if (percent === null) return null;
  const reached = DEMO_STAGES.filter(({ from }) => percent >= from);
  const current = reached.at(-1);
  return (
    <Card
      title="Live demo"
      note="A simulation: nothing in the workspace is read or changed."
      actions={
        <span aria-hidden className="text-sm font-semibold text-fg tabular-nums">
          {percent}%
        </span>
      }
    >
      <Progress label="Live demo" value={percent / DEMO_END} />
      <p role="status" className="sr-only">
        {isRunning ? (current?.title ?? 'Live demo started') : 'Live demo finished'}
      </p>
      <ol className="mt-4 flex flex-col gap-2.5">
        {DEMO_STAGES.map((stage) => (
          <Stage
            key={stage.title}
            stage={stage}
            state={stateOf(stage, current, isRunning, percent)}
          />
        ))}
      </ol>
    </Card>
  );
}

type StageState = 'ahead' | 'now' | 'done';

function stateOf(
  stage: DemoStage,
  current: DemoStage | undefined,
  isRunning: boolean,
  percent: number,
): StageState {
  if (percent < stage.from) return 'ahead';
  return stage === current && isRunning ? 'now' : 'done';
}

const ICONS = { ahead: Circle, now: LoaderCircle, done: CheckCircle2 };
const STATE_WORDS = { ahead: 'to come', now: 'now', done: 'done' };

function Stage({ stage, state }: { stage: DemoStage; state: StageState }) {
  const Icon = ICONS[state];
  return (
    <li className="flex gap-3" data-state={state}>
      <Icon
        aria-hidden
        className={cx(
          'mt-0.5 size-4 shrink-0',
          state === 'done' ? 'text-ok' : 'text-fg-faint',
          state === 'now' && 'animate-spin text-accent-text',
        )}
      />
      <div className="min-w-0">
        <p className="font-medium text-fg">
          {stage.title}
          <span className="sr-only">: {STATE_WORDS[state]}</span>
        </p>
        <p className={cx(state === 'ahead' ? 'invisible' : 'text-fg-muted')}>{stage.text}</p>
      </div>
    </li>
  );
}
