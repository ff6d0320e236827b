import { useState } from 'react';
import { controlStatusText } from '../../../shared/areas/compliance/controls.rules.ts';
import type { Framework } from '../../../shared/areas/compliance/frameworks.contract.ts';
import type {
  Upgrade,
  UpgradeItem,
  UpgradeKind,
} from '../../../shared/areas/compliance/upgrade.contract.ts';
import { UPGRADE_KINDS } from '../../../shared/areas/compliance/upgrade.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import {
  type UpgradeSource,
  useApplyUpgrade,
  useFrameworks,
  useUpgrade,
} from './frameworks.queries.ts';
import { useControlNotice } from './use-control-notice.ts';
import { useReviewedUpgrade } from './use-framework-address.ts';

/** The upgrade of the framework that the address names. */
export function FrameworkUpgradeDialog({ onClose }: { onClose: () => void }) {
  const [id] = useReviewedUpgrade();
  const found = useFrameworks().data?.find((one) => one.id === id);
  const [held, setHeld] = useState<Framework | null>(null);
  // Once it is applied there is no upgrade any more: the review stays until it has said so.
  if (found?.upgrade && held?.id !== found.id) setHeld(found);
  if (id === null || held?.id !== id || !held.upgrade) return null;
  const close = () => {
    setHeld(null);
    onClose();
  };
  return (
    <UpgradeReview
      key={id}
      framework={held}
      from={{ pack: held.upgrade.packId }}
      onClose={close}
      onApplied={close}
    />
  );
}

interface UpgradeReviewProps {
  framework: Pick<Framework, 'id' | 'name' | 'version'>;
  from: UpgradeSource;
  onClose: () => void;
  onApplied: () => void;
}

/** What bringing a framework up would change, control by control, before anything is written. */
export function UpgradeReview({ framework, from, onClose, onApplied }: UpgradeReviewProps) {
  const query = useUpgrade(framework.id, from);
  const apply = useApplyUpgrade(framework.id);
  const notice = useControlNotice();
  const mayWrite = useMay('compliance.write');
  const run = (digest: string) =>
    apply.mutate(
      { from, digest },
      {
        onSuccess: ({ added, changed, moved, gone }) => {
          onApplied();
          notice.succeed(
            `Framework updated: ${added} added, ${changed + moved} changed, ${gone} gone`,
          );
        },
        onError: (error) => {
          notice.fail('Failed to update framework', error);
          void query.refetch();
        },
      },
    );
  const { data } = query;
  const isEmpty = data !== undefined && data.items.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Review the upgrade"
      description={
        <>
          <Untrusted text={`${framework.name} ${framework.version ?? ''}`} expand="none" />
          {data && (
            <>
              {' → '}
              <Untrusted text={`${data.name} ${data.version ?? ''}`} expand="none" />
            </>
          )}
        </>
      }
      size="xl"
      footer={
        <Buttons
          isReady={mayWrite && data !== undefined}
          isPending={apply.isPending}
          label={isEmpty ? 'Align' : 'Apply'}
          onApply={() => data && run(data.digest)}
        />
      }
    >
      {query.isError && (
        <ErrorState
          title="The upgrade could not be worked out"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton className="h-96 w-full" />}
      {data && <Changes upgrade={data} />}
    </Dialog>
  );
}

interface ButtonsProps {
  isReady: boolean;
  isPending: boolean;
  label: string;
  onApply: () => void;
}

function Buttons({ isReady, isPending, label, onApply }: ButtonsProps) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose}>Cancel</Button>
      <Button variant="primary" disabled={!isReady || isPending} onClick={onApply}>
        {isPending ? 'Applying...' : label}
      </Button>
    </>
  );
}

const KINDS: Record<UpgradeKind, { label: string; tone: BadgeTone }> = {
  new: { label: 'New', tone: 'ok' },
  changed: { label: 'Changed', tone: 'accent' },
  moved: { label: 'Renumbered', tone: 'accent' },
  gone: { label: 'Gone', tone: 'warn' },
  withdrawn: { label: 'Withdrawn', tone: 'warn' },
  back: { label: 'Back', tone: 'ok' },
};

/** More rows than this are not read by anybody; the numbers are of all of them. */
const MAX_SHOWN = 500;

function Changes({ upgrade }: { upgrade: Upgrade }) {
  const [kind, setKind] = useState<UpgradeKind | 'all'>('all');
  const { items, counts, unchanged, own } = upgrade;
  const segments = [
    { value: 'all' as const, label: `All ${items.length.toLocaleString()}` },
    ...UPGRADE_KINDS.filter((one) => counts[one] > 0).map((one) => ({
      value: one,
      label: `${KINDS[one].label} ${counts[one].toLocaleString()}`,
    })),
  ];
  const chosen = items.filter((item) => kind === 'all' || item.kind === kind);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg-muted">
        Status, owner, evidence, tests and history of every control are kept. What is gone is
        marked, leaves the scores, and can be restored. {unchanged.toLocaleString()} stay as they
        are
        {own > 0 && `, and ${own.toLocaleString()} of your own`}.
      </p>
      {items.length === 0 ? (
        <EmptyState title="Nothing Changes" text="The framework has all of it already." />
      ) : (
        <>
          <Segmented
            label="Kind of change"
            value={kind}
            onValueChange={setKind}
            segments={segments}
            size="sm"
          />
          <ScrollRegion label="Changes" className="max-h-[46vh] rounded-lg border border-line">
            <ul className="divide-y divide-line">
              {chosen.slice(0, MAX_SHOWN).map((item) => (
                <Change key={`${item.kind} ${item.ref}`} item={item} />
              ))}
            </ul>
            {chosen.length > MAX_SHOWN && (
              <p className="px-3 py-2 text-fg-muted">
                And {(chosen.length - MAX_SHOWN).toLocaleString()} more of the same kinds.
              </p>
            )}
          </ScrollRegion>
        </>
      )}
    </div>
  );
}

function Change({ item }: { item: UpgradeItem }) {
  const { kind, ref, formerRef, title, status, fields } = item;
  return (
    <li className="flex gap-3 px-3 py-2">
      <span className="w-24 shrink-0">
        <Badge tone={KINDS[kind].tone}>{KINDS[kind].label}</Badge>
      </span>
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-mono text-xs">
            <Untrusted text={formerRef === null ? ref : `${formerRef} → ${ref}`} expand="none" />
          </span>{' '}
          <Untrusted text={title} />
        </p>
        {fields.map(({ field, from, to }) => (
          <p key={field} className="text-xs text-fg-muted">
            {field}:{' '}
            <del>
              <Untrusted text={from ?? 'none'} max={160} />
            </del>{' '}
            →{' '}
            <ins className="no-underline text-fg">
              <Untrusted text={to ?? 'none'} max={160} />
            </ins>
          </p>
        ))}
      </div>
      {status !== null && status !== 'NOT_ASSESSED' && (
        <span className="shrink-0 text-xs text-fg-muted">{controlStatusText(status)} is kept</span>
      )}
    </li>
  );
}
