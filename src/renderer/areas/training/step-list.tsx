import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type {
  Exercise,
  ExerciseStep,
  RowLink,
  StepResult,
  StepVerdict,
} from '../../../shared/areas/training/training.contract.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useExerciseAction } from './training.queries.ts';

const VERDICTS: Record<StepVerdict, readonly [string, BadgeTone, LucideIcon]> = {
  right: ['Right', 'ok', CircleCheck],
  partly: ['Partly right', 'warn', CircleAlert],
  missed: ['Not done', 'neutral', CircleDashed],
  wrong: ['Wrong', 'bad', CircleX],
};

/** The steps with their hints; after a check, what was right, what was missed, and why. */
export function StepList({ exercise }: { exercise: Exercise }) {
  const { attempt } = exercise;
  const results = attempt?.result ?? null;
  const right = results?.filter(({ verdict }) => verdict === 'right').length;
  const summary = useRef<HTMLParagraphElement>(null);
  const checks = attempt?.checks ?? 0;
  const seen = useRef(checks);
  useEffect(() => {
    if (checks > seen.current) summary.current?.focus();
    seen.current = checks;
  }, [checks]);
  return (
    <Card title="Steps" bodyClassName="p-0">
      {results !== null && (
        <p
          ref={summary}
          tabIndex={-1}
          role="status"
          className="border-b border-line px-4 py-3 font-medium text-fg outline-none"
        >
          {right === results.length
            ? 'Every step is right. The exercise is passed.'
            : `${right} of ${results.length} steps are right.`}
        </p>
      )}
      <ol>
        {exercise.stepList.map((step) => (
          <Step
            key={step.key}
            step={step}
            exerciseKey={exercise.key}
            isOpen={attempt?.state === 'RUNNING' && exercise.mayTake}
            result={results?.find((one) => one.step === step.key) ?? null}
          />
        ))}
      </ol>
    </Card>
  );
}

interface StepProps {
  step: ExerciseStep;
  exerciseKey: string;
  isOpen: boolean;
  result: StepResult | null;
}

function Step({ step, exerciseKey, isOpen, result }: StepProps) {
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-2">
        <h3 className="font-semibold text-fg">{step.title}</h3>
        {result && <VerdictBadge verdict={result.verdict} />}
      </div>
      <p className="max-w-prose text-fg-muted">{step.task}</p>
      {step.hints.length > 0 && (
        <ol aria-label={`Hints: ${step.title}`} className="flex flex-col gap-1">
          {step.hints.map((hint, place) => (
            <li key={hint} className="rounded-sm bg-accent-soft px-2 py-1 text-accent-text">
              {place + 1}. {hint}
            </li>
          ))}
        </ol>
      )}
      {isOpen && step.hints.length < step.hintsTotal && (
        <HintButton exerciseKey={exerciseKey} step={step} />
      )}
      {result && <ResultText result={result} />}
    </li>
  );
}

function VerdictBadge({ verdict }: { verdict: StepVerdict }) {
  const [text, tone, Icon] = VERDICTS[verdict];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {text}
    </Badge>
  );
}

function HintButton({ exerciseKey, step }: { exerciseKey: string; step: ExerciseStep }) {
  const { mutate, isPending } = useExerciseAction(exerciseKey);
  const fail = useErrorToast();
  const word = step.hints.length === 0 ? 'Hint' : 'Next hint';
  const text = `${word} (${step.hints.length} of ${step.hintsTotal})`;
  return (
    <Button
      size="sm"
      variant="ghost"
      className="-ml-2.5 self-start"
      disabled={isPending}
      label={`${text}: ${step.title}`}
      onClick={() => mutate({ type: 'hint', step: step.key }, { onError: fail })}
    >
      {text}
    </Button>
  );
}

function ResultText({ result }: { result: StepResult }) {
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-3">
      <Findings name="Right" texts={result.right} />
      <Findings name="To do" texts={result.missed} />
      <div>
        <h4 className="text-xs font-semibold text-fg-muted">Why</h4>
        <p className="max-w-prose text-fg">{result.why}</p>
      </div>
      {result.rows.length > 0 && (
        <ul aria-label="Rows" className="flex flex-col gap-0.5">
          {result.rows.map((row) => (
            <RowItem key={`${row.link} ${row.label}`} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Findings({ name, texts }: { name: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <h4 className="text-xs font-semibold text-fg-muted">{name}</h4>
      <ul className="flex list-disc flex-col gap-0.5 pl-4 text-fg marker:text-fg-faint">
        {texts.map((text) => (
          <li key={text}>
            <Untrusted text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RowItem({ row }: { row: RowLink }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3">
      {row.link === null ? (
        <span className="text-fg">
          <Untrusted text={row.label} expand="none" />
        </span>
      ) : (
        <Link to={row.link} className="text-accent-text underline underline-offset-2">
          <Untrusted text={row.label} expand="none" />
        </Link>
      )}
      <span className="text-xs text-fg-muted">{row.note}</span>
    </li>
  );
}
