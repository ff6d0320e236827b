import { Check, Info, Library } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { PackSummary } from '../../../shared/areas/compliance/frameworks.contract.ts';
import { TEXT_POLICY_LABELS } from '../../../shared/areas/compliance/frameworks.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdoptPack, usePacks } from './frameworks.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

interface LibraryDialogProps {
  onClose: () => void;
  /** The framework that was made. */
  onAdopted: (id: string) => void;
}

/** The packs shipped with the product: find one, choose its baseline, adopt it. */
export function FrameworkLibraryDialog({ onClose, onAdopted }: LibraryDialogProps) {
  const packs = usePacks();
  const [q, setQ] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const shown = useMemo(() => findPacks(packs.data ?? [], q), [packs.data, q]);
  const chosen = packs.data?.find(({ id }) => id === chosenId) ?? null;
  const adoption = useAdoption(chosen, onAdopted);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Adopt a framework"
      description="Standards and laws as packs. Adopting makes a framework with its controls, not assessed."
      size="xl"
      footer={
        <Buttons
          isReady={chosen !== null}
          isPending={adoption.isPending}
          onAdopt={adoption.adopt}
        />
      }
    >
      {packs.isError && (
        <ErrorState
          title="The library could not be loaded"
          error={packs.error}
          onRetry={() => void packs.refetch()}
        />
      )}
      {packs.isPending && <Skeleton className="h-96 w-full" />}
      {packs.data && (
        <div className="grid gap-5 md:grid-cols-[3fr_2fr]">
          <div className="flex min-w-0 flex-col gap-2">
            <Input
              type="search"
              aria-label="Search the library"
              placeholder="Search by name, publisher or category..."
              value={q}
              onChange={(event) => setQ(event.target.value)}
            />
            <p role="status" className="text-xs text-fg-muted tabular-nums">
              {shown.length} of {packs.data.length} packs
            </p>
            <PackList packs={shown} chosenId={chosenId} onChoose={setChosenId} />
          </div>
          {chosen ? (
            <ChosenPack key={chosen.id} pack={chosen} adoption={adoption} />
          ) : (
            <EmptyState
              icon={<Library />}
              title="No Pack Chosen"
              text="Choose one to see what it holds."
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function findPacks(packs: readonly PackSummary[], q: string): readonly PackSummary[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return packs.filter(({ name, version, publisher, category, id }) => {
    const text = `${name} ${version} ${publisher} ${category} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Which baseline is taken under which name; the pack's own name until somebody types one. */
function useAdoption(pack: PackSummary | null, onAdopted: (id: string) => void) {
  const adopt = useAdoptPack();
  const notice = useControlNotice();
  const [baseline, setBaseline] = useState<string | null>(null);
  const [typedName, setTypedName] = useState<string | null>(null);
  const taken = pack?.baselines.some(({ name }) => name === baseline) ? baseline : null;
  const ownName = pack === null ? '' : taken === null ? pack.name : `${pack.name} ${taken}`;
  return {
    ...{ baseline: taken, setBaseline, name: typedName ?? ownName, setName: setTypedName },
    isPending: adopt.isPending,
    adopt() {
      if (pack === null) return;
      const name = typedName?.trim();
      adopt.mutate(
        { id: pack.id, baseline: taken, ...(name ? { name } : {}) },
        {
          onSuccess: (made) => {
            notice.succeed('Framework created successfully');
            onAdopted(made.id);
          },
          onError: (error) => notice.fail('Failed to create framework', error),
        },
      );
    },
  };
}
type Adoption = ReturnType<typeof useAdoption>;

function Buttons(props: { isReady: boolean; isPending: boolean; onAdopt: () => void }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose}>Cancel</Button>
      <Button
        variant="primary"
        disabled={!props.isReady || props.isPending}
        onClick={props.onAdopt}
      >
        {props.isPending ? 'Adopting...' : 'Adopt'}
      </Button>
    </>
  );
}

interface PackListProps {
  packs: readonly PackSummary[];
  chosenId: string | null;
  onChoose: (id: string) => void;
}

function PackList({ packs, chosenId, onChoose }: PackListProps) {
  if (packs.length === 0) {
    return (
      <EmptyState
        title="No Packs Found"
        text="No pack matches. What is missing here can be imported from OSCAL, XLSX or CSV."
      />
    );
  }
  return (
    <ul className="max-h-[46vh] overflow-y-auto rounded-lg border border-line">
      {packs.map((pack) => (
        <li key={pack.id} className="border-b border-line last:border-0">
          <button
            type="button"
            aria-pressed={pack.id === chosenId}
            onClick={() => onChoose(pack.id)}
            className={cx(
              'flex w-full items-center gap-3 px-3 py-2 text-left outline-offset-[-2px]',
              pack.id === chosenId ? 'bg-accent-soft' : 'hover:bg-raised',
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium text-fg">
                {pack.name} <span className="font-normal text-fg-muted">{pack.version}</span>
              </span>
              <span className="block truncate text-xs text-fg-muted">{pack.publisher}</span>
            </span>
            {pack.adopted.length > 0 && (
              <Badge tone="ok" icon={<Check aria-hidden />}>
                In use
              </Badge>
            )}
            <span className="w-24 shrink-0 text-right text-xs text-fg-muted tabular-nums">
              {pack.requirements === 0
                ? 'Frame only'
                : `${pack.requirements.toLocaleString()} controls`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const ALL = '';

function ChosenPack({ pack, adoption }: { pack: PackSummary; adoption: Adoption }) {
  const options = [
    { value: ALL, label: `Every requirement (${pack.requirements.toLocaleString()})` },
    ...pack.baselines.map(({ name, requirements }) => ({
      value: name,
      label: `${name} (${requirements.toLocaleString()})`,
    })),
  ];
  return (
    <section aria-label={`${pack.name} ${pack.version}`} className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold text-fg">
        {pack.name} {pack.version}
      </h3>
      {pack.baselines.length > 0 && (
        <Field label="Baseline">
          {(control) => (
            <Select
              {...control}
              value={adoption.baseline ?? ALL}
              options={options}
              onValueChange={(value) => adoption.setBaseline(value === ALL ? null : value)}
            />
          )}
        </Field>
      )}
      <Field label="Name" hint="As it will be called here.">
        {(control) => (
          <Input
            {...control}
            value={adoption.name}
            maxLength={100}
            onChange={(event) => adoption.setName(event.target.value)}
          />
        )}
      </Field>
      <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5">
        {[
          ['Category', pack.category],
          ['Groups', pack.groups.toLocaleString()],
          ['Withdrawn', pack.withdrawn.toLocaleString()],
          ['Text', TEXT_POLICY_LABELS[pack.textPolicy]],
          ['Licence', pack.licence],
          ['Source', pack.source],
        ].map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-fg-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {pack.adopted.length > 0 && (
        <p className="text-fg-muted">
          In use as {pack.adopted.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {pack.unverified !== null && (
        <p className="flex gap-2 rounded-md bg-raised px-3 py-2 text-xs text-fg-muted">
          <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {pack.unverified}
        </p>
      )}
    </section>
  );
}
