import { useState } from 'react';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import type { NewSampleInput } from '../../../shared/areas/audits/samples.contract.ts';
import {
  LEVEL_FIGURES,
  levelText,
  POPULATION_DEFINITIONS,
  POPULATION_LABELS,
  POPULATIONS,
  type Population,
  SAMPLE_LEVELS,
  SAMPLE_SIZE_MAX,
  type SampleLevel,
  sampleSizeFor,
} from '../../../shared/areas/audits/sampling.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useAuditCall } from './audits.queries.ts';
import { periodText } from './audits.text.ts';
import { useAuditAddress } from './use-audit-address.ts';

const FORM_ID = 'sample-form';
const ALL = 'ALL';
const CHOSEN = 'CHOSEN';
const LARGE = 1_000_000;
const SIZE_OPTIONS = [
  ...SAMPLE_LEVELS.map((value) => ({
    value,
    label: `${value[0]}${value.slice(1).toLowerCase()}: ${LEVEL_FIGURES[value].confidence * 100} % / ${LEVEL_FIGURES[value].tolerable * 100} %, at most ${sampleSizeFor(LARGE, value)} items`,
  })),
  { value: CHOSEN, label: 'A size of my own' },
] as const;
const NARROWINGS: Record<Population, { key: string; label: string; options: Choice[] }> = {
  ALERTS: {
    key: 'severity',
    label: 'Severity',
    options: [
      { value: ALL, label: 'Every severity' },
      ...SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })),
    ],
  },
  INCIDENTS: {
    key: 'priority',
    label: 'Priority',
    options: [
      { value: ALL, label: 'Every priority' },
      ...SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })),
    ],
  },
  ACCESS: {
    key: 'access',
    label: 'Of access',
    options: [
      { value: 'accounts', label: 'Accounts' },
      { value: 'changes', label: 'Changes of accounts' },
    ],
  },
};
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Asks from what and how much is drawn; the seed is made at random unless one was agreed. */
export function SampleDrawDialog({ audit, onClose }: { audit: Audit; onClose: () => void }) {
  const address = useAuditAddress();
  const [population, setPopulation] = useState<Population>('ALERTS');
  const [narrow, setNarrow] = useState(ALL);
  const [basis, setBasis] = useState<SampleLevel | typeof CHOSEN>('USUAL');
  const [size, setSize] = useState('25');
  const [seed, setSeed] = useState('');
  const [purpose, setPurpose] = useState('');
  const narrowing = NARROWINGS[population];
  const draw = useAuditCall(
    (client, body: NewSampleInput) =>
      client.call(auditWorkContract.drawSample, { params: { id: audit.id }, body }),
    { done: 'Sample drawn', failed: 'Failed to draw a sample' },
  );
  const sizeNumber = Number(size);
  const isSizeWrong =
    basis === CHOSEN &&
    !(Number.isInteger(sizeNumber) && sizeNumber >= 1 && sizeNumber <= SAMPLE_SIZE_MAX);
  const submit = () => {
    if (isSizeWrong) return;
    const body: NewSampleInput = {
      population,
      filter: narrow === ALL ? {} : { [narrowing.key]: narrow },
      purpose,
      ...(basis === CHOSEN ? { size: sizeNumber } : { level: basis }),
      ...(seed.trim() === '' ? {} : { seed }),
    };
    draw.mutate(body, {
      onSuccess: ({ id }) => {
        onClose();
        address.set({ sample: id });
      },
    });
  };
  const choosePopulation = (next: Population) => {
    setPopulation(next);
    setNarrow(next === 'ACCESS' ? 'accounts' : ALL);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Draw sample"
      description={`Period ${periodText(audit.periodStart, audit.periodEnd)}. The population is frozen with its count and hash.`}
      isDirty={seed !== '' || purpose !== ''}
      footer={<Buttons isPending={draw.isPending} />}
    >
      <form
        id={FORM_ID}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Population" hint={POPULATION_DEFINITIONS[population]}>
          {(control) => (
            <Select
              {...control}
              value={population}
              options={POPULATIONS.map((value) => ({ value, label: POPULATION_LABELS[value] }))}
              onValueChange={choosePopulation}
            />
          )}
        </Field>
        <Field label={narrowing.label}>
          {(control) => (
            <Select
              {...control}
              value={narrow}
              options={narrowing.options}
              onValueChange={setNarrow}
            />
          )}
        </Field>
        <Field
          label="Size"
          hint={basis === CHOSEN ? undefined : levelText(basis)}
          className="sm:col-span-2"
        >
          {(control) => (
            <Select
              {...control}
              value={basis}
              options={SIZE_OPTIONS}
              onValueChange={(value) => setBasis(value)}
            />
          )}
        </Field>
        {basis === CHOSEN && (
          <Field label="Items" error={isSizeWrong ? `Between 1 and ${SAMPLE_SIZE_MAX}` : undefined}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={size}
                onChange={(event) => setSize(event.target.value)}
              />
            )}
          </Field>
        )}
        <SeedAndPurpose seed={seed} onSeed={setSeed} purpose={purpose} onPurpose={setPurpose} />
      </form>
    </Dialog>
  );
}

interface SeedAndPurposeProps {
  seed: string;
  onSeed: (seed: string) => void;
  purpose: string;
  onPurpose: (purpose: string) => void;
}

function SeedAndPurpose({ seed, onSeed, purpose, onPurpose }: SeedAndPurposeProps) {
  return (
    <>
      <Field label="Seed" hint="Left empty, one is made at random and shown with the sample.">
        {(control) => (
          <Input
            {...control}
            value={seed}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onSeed(event.target.value)}
          />
        )}
      </Field>
      <Field label="Purpose" className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            value={purpose}
            placeholder="e.g., Were alerts triaged in time"
            onChange={(event) => onPurpose(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}

function Buttons({ isPending }: { isPending: boolean }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        {isPending ? 'Drawing...' : 'Draw sample'}
      </Button>
    </>
  );
}
