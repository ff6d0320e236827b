import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type {
  FrameworkExplanation,
  ScoredControlJson,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ControlAssurancePanel } from './control-assurance-panel.tsx';
import { controlColumns, GROUP_COLUMNS } from './score-columns.tsx';
import { ScoreFigure, ShareFigure } from './score-figure.tsx';
import { DrawerHead, HeadFigure } from './score-head.tsx';
import { useFrameworkScore } from './scores.queries.ts';
import { controlAddress } from './scores.text.ts';

type Look = 'controls' | 'groups';
const LOOKS = [
  { value: 'controls', label: 'Controls' },
  { value: 'groups', label: 'Groups' },
] as const;

/** One framework: its figures, its groups, and of each control the reasons and the proof. */
export function ScoreOfFramework({ id }: { id: string }) {
  const query = useFrameworkScore(id);
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="The score could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (!query.data) {
    return (
      <div aria-busy className="flex flex-col gap-4 p-5">
        <Skeleton className="h-12 w-80" />
        <Skeleton className="h-96 w-full" />
      </div>
    );
  }
  return <Explanation key={id} framework={query.data} />;
}

function Explanation({ framework }: { framework: FrameworkExplanation }) {
  const [look, setLook] = useState<Look>('controls');
  const [chosen, setChosen] = useState<string | null>(null);
  const control = framework.controls.find(({ id }) => id === chosen) ?? null;
  return (
    <>
      <Head framework={framework} />
      <div className="grid min-h-0 flex-1 grid-cols-1 gap-5 overflow-y-auto p-5 lg:grid-cols-[3fr_2fr] lg:overflow-hidden">
        <div className="flex min-h-64 min-w-0 flex-col gap-2">
          {framework.groups.length > 0 && (
            <Segmented label="Explain by" value={look} onValueChange={setLook} segments={LOOKS} />
          )}
          {look === 'groups' && framework.groups.length > 0 ? (
            <Groups framework={framework} />
          ) : (
            <Controls controls={framework.controls} onChoose={setChosen} />
          )}
        </div>
        <div className="min-w-0 lg:overflow-y-auto">
          {control === null ? (
            <p className="text-fg-muted">Choose a control to see its reasons and its proof.</p>
          ) : (
            <Chosen control={control} />
          )}
        </div>
      </div>
    </>
  );
}

function Head({ framework }: { framework: FrameworkExplanation }) {
  const { name, version, counts, assessed, applicable, total } = framework;
  const all = total - counts.NOT_ASSESSED;
  return (
    <DrawerHead
      kicker="Why this score"
      title={<Untrusted text={version ? `${name} ${version}` : name} expand="none" />}
    >
      <HeadFigure
        label="Score"
        note={`${counts.COMPLIANT.toLocaleString()} compliant of ${all.toLocaleString()} assessed`}
      >
        <ScoreFigure score={framework.score} isWordShown />
      </HeadFigure>
      <HeadFigure
        label="Coverage"
        note={`${assessed.toLocaleString()} assessed of ${applicable.toLocaleString()} that apply, by weight`}
      >
        <ShareFigure value={framework.coverage} />
      </HeadFigure>
      <HeadFigure label="Assurance" note="mean of what is assessed, by weight">
        <ShareFigure value={framework.assurance} />
      </HeadFigure>
      <HeadFigure label="Formula" note={`Inputs ${framework.inputsDigest.slice(0, 12)}…`}>
        <code
          className="font-mono text-sm"
          title={`SHA-256 of the inputs: ${framework.inputsDigest}`}
        >
          {framework.formula}
        </code>
      </HeadFigure>
    </DrawerHead>
  );
}

interface ControlsProps {
  controls: readonly ScoredControlJson[];
  onChoose: (id: string) => void;
}

function Controls({ controls, onChoose }: ControlsProps) {
  const columns = useMemo(() => controlColumns(onChoose), [onChoose]);
  return (
    <DataTable
      label="Controls and their assurance"
      columns={columns}
      rows={controls}
      rowId={({ id }) => id}
      rowName={({ controlId, title }) => `${controlId} ${title}`}
      sort={{ id: 'assurance', direction: 'ascending' }}
      onOpen={({ id }) => onChoose(id)}
      empty={<EmptyState title="No Controls Found" text="This framework has no controls yet." />}
      className="flex-1"
    />
  );
}

function Groups({ framework }: { framework: FrameworkExplanation }) {
  return (
    <DataTable
      label="Groups and their figures"
      columns={GROUP_COLUMNS}
      rows={framework.groups}
      rowId={({ ref }) => ref}
      rowName={({ ref, title }) => `${ref} ${title}`}
      empty={<EmptyState title="No Groups Found" text="This framework has no groups." />}
      className="flex-1"
    />
  );
}

function Chosen({ control }: { control: ScoredControlJson }) {
  const { id, controlId, title } = control;
  return (
    <section aria-label="Chosen control" className="flex flex-col gap-3">
      <h3 className="text-base font-semibold text-fg">
        <Untrusted text={`${controlId} ${title}`} />
      </h3>
      <ControlAssurancePanel controlId={id} />
      <Link
        to={controlAddress(id)}
        className="self-start rounded-sm font-medium text-accent-text hover:underline"
      >
        Open the control
      </Link>
    </section>
  );
}
