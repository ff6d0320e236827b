import { ArrowUpCircle, FileDown, ListTree, Trash2, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FrameworkDetail } from '../../../shared/areas/compliance/frameworks.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonStyles } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useOnceClosed } from '../../ui/use-once-closed.ts';
import { RecordHistory } from '../history/history.embed.tsx';
import { CrosswalkButton } from './crosswalk-dialog.tsx';
import { ExportMenu } from './export-menu.tsx';
import { UPGRADE_WORDS } from './framework-columns.tsx';
import { FrameworkFacts } from './framework-facts.tsx';
import { FrameworkGroups } from './framework-groups.tsx';
import {
  useFramework,
  useGoneControls,
  useRemoveFramework,
  useRestoreControls,
  useUpdateFramework,
} from './frameworks.queries.ts';
import { ScoreFigure, ShareFigure } from './score-figure.tsx';
import { DrawerHead, HeadFigure } from './score-head.tsx';
import { useScores } from './scores.queries.ts';
import { useControlNotice } from './use-control-notice.ts';
import { controlsAddress, useOpenFramework, useReviewedUpgrade } from './use-framework-address.ts';
import { useSaveWorkbook } from './use-framework-files.ts';

/** The framework that the address names: what it is, where it comes from, what stands in it. */
export function FrameworkDrawer() {
  const [id, open] = useOpenFramework();
  const remove = useRemoval(id, () => open(null));
  return (
    <Drawer open={id !== null} onClose={() => open(null)} title="Framework">
      {id !== null && <FrameworkOf key={id} id={id} onRemove={() => remove(id)} />}
    </Drawer>
  );
}

function useRemoval(openId: string | null, close: () => void): (id: string) => void {
  const { mutateAsync } = useRemoveFramework();
  const { succeed, fail } = useControlNotice();
  return useOnceClosed(openId, close, (id) => {
    mutateAsync(id).then(
      () => succeed('Framework removed'),
      (error: unknown) => fail('Failed to remove framework', error),
    );
  });
}

function FrameworkOf({ id, onRemove }: { id: string; onRemove: () => void }) {
  const query = useFramework(id);
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="The framework could not be loaded"
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
  return <Detail framework={query.data} onRemove={onRemove} />;
}

interface DetailProps {
  framework: FrameworkDetail;
  onRemove: () => void;
}

function Detail({ framework, onRemove }: DetailProps) {
  const score = useScores().data?.find(({ id }) => id === framework.id);
  return (
    <>
      <DrawerHead
        kicker={['Framework', framework.version, framework.category].filter(Boolean).join(' · ')}
        title={<Untrusted text={framework.name} expand="none" />}
      >
        <HeadFigure label="Score" note="Compliant of assessed">
          <ScoreFigure score={score?.score ?? null} isWordShown />
        </HeadFigure>
        <HeadFigure label="Coverage" note="Assessed of applicable">
          <ShareFigure value={score?.coverage ?? null} />
        </HeadFigure>
        <HeadFigure label="Assurance" note="Of what is assessed">
          <ShareFigure value={score?.assurance ?? null} />
        </HeadFigure>
      </DrawerHead>
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-6 overflow-y-auto p-5 lg:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <Actions framework={framework} onRemove={onRemove} />
          <FrameworkFacts framework={framework} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <FrameworkGroups framework={framework} />
          {framework.goneCount > 0 && <GoneControls id={framework.id} />}
          <section aria-labelledby="framework-history" className="flex flex-col gap-2">
            <h3 id="framework-history" className="font-semibold text-fg">
              History
            </h3>
            <RecordHistory resource="compliance_frameworks" id={framework.id} />
          </section>
        </div>
      </div>
    </>
  );
}

function Actions({ framework, onRemove }: DetailProps) {
  const mayWrite = useMay('compliance.write');
  const saveWorkbook = useSaveWorkbook();
  const [, review] = useReviewedUpgrade();
  const { id, upgrade } = framework;
  return (
    <div className="flex flex-col gap-3">
      {upgrade && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-raised px-3 py-2">
          <ArrowUpCircle aria-hidden className="size-4 text-accent-text" />
          <span className="min-w-0 flex-1">
            {UPGRADE_WORDS[upgrade.kind]}: {upgrade.name} {upgrade.version}
          </span>
          <Button size="sm" onClick={() => review(id)}>
            Review
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={controlsAddress(id)} className={buttonStyles({})}>
          <ListTree aria-hidden />
          Show controls
        </Link>
        <Button icon={<FileDown aria-hidden />} onClick={() => void saveWorkbook(framework)}>
          Export XLSX
        </Button>
        <ExportMenu frameworkId={id} name={framework.name} />
        <CrosswalkButton frameworkId={id} />
        {mayWrite && <RemoveButton framework={framework} onRemove={onRemove} />}
      </div>
      {mayWrite && <ActiveSwitch framework={framework} />}
    </div>
  );
}

function ActiveSwitch({ framework: { id, isActive } }: { framework: FrameworkDetail }) {
  const update = useUpdateFramework();
  const notice = useControlNotice();
  return (
    <Switch
      label="Active"
      note="Inactive frameworks keep everything and are in no overall figure of active frameworks."
      isOn={isActive}
      isDisabled={update.isPending}
      onChange={(isOn) =>
        update.mutate(
          { id, isActive: isOn },
          { onError: (error) => notice.fail('Failed to update framework', error) },
        )
      }
    />
  );
}

function RemoveButton({ framework, onRemove }: DetailProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { name, hasAnswers, controlCount } = framework;
  return (
    <>
      <Button
        variant="ghost"
        icon={<Trash2 aria-hidden />}
        disabled={hasAnswers}
        title={hasAnswers ? 'It has answers: deactivate it instead' : undefined}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove this framework?"
        text={`'${name}' and its ${controlCount} controls are removed. None of them has been answered.`}
        confirmLabel="Remove"
        tone="destructive"
        onConfirm={onRemove}
      />
    </>
  );
}

function GoneControls({ id }: { id: string }) {
  const { data } = useGoneControls(id);
  const restore = useRestoreControls(id);
  const notice = useControlNotice();
  const mayWrite = useMay('compliance.write');
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="gone-controls" className="flex flex-col gap-2">
      <h3 id="gone-controls" className="flex items-center gap-2 font-semibold text-fg">
        <TriangleAlert aria-hidden className="size-4 text-warn" />
        No longer in the framework ({data.length})
      </h3>
      <p className="text-fg-muted">Kept with their answers; in no score.</p>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {data.map((control) => (
          <li key={control.id} className="flex items-center gap-3 px-3 py-1.5">
            <span className="min-w-0 flex-1 truncate">
              <Untrusted text={`${control.controlId} ${control.title}`} expand="none" />
            </span>
            <Badge>Gone in {control.goneIn}</Badge>
            {mayWrite && (
              <Button
                size="sm"
                variant="ghost"
                icon={<Undo2 aria-hidden />}
                label={`Restore ${control.controlId}`}
                disabled={restore.isPending}
                onClick={() =>
                  restore.mutate([control.id], {
                    onError: (error) => notice.fail('Failed to restore the control', error),
                  })
                }
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
