import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { facetsQuery } from './controls.queries.ts';
import { CrosswalkCoverage } from './crosswalk-coverage.tsx';
import { CrosswalkProjection } from './crosswalk-projection.tsx';

/** Opens the crosswalk between two frameworks; the one it stands at is what results come from. */
export function CrosswalkButton({ frameworkId = '' }: { frameworkId?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<GitCompareArrows aria-hidden />} onClick={() => setIsOpen(true)}>
        Crosswalk
      </Button>
      {isOpen && <ProjectionDialog from={frameworkId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const VIEWS = [
  { value: 'results', label: 'Results' },
  { value: 'coverage', label: 'Coverage' },
] as const;

interface ProjectionDialogProps {
  /** The framework whose results are taken; empty where it is yet to be chosen. */
  from?: string;
  onClose: () => void;
}

/** What results of one framework say for another, and how far links between them reach. */
function ProjectionDialog({ from: first = '', onClose }: ProjectionDialogProps) {
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState('');
  const [view, setView] = useState<'results' | 'coverage'>('results');
  const [isDirty, setIsDirty] = useState(false);
  const { data } = useQuery(facetsQuery(useClient()));
  const frameworks = data?.frameworks ?? [];
  const optionsWithout = (other: string) =>
    frameworks.filter(({ id }) => id !== other).map(({ id, name }) => ({ value: id, label: name }));
  const isChosen = from !== '' && to !== '';
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title="Crosswalk"
      description="What one framework says for another. Nothing changes until you apply it."
      isDirty={isDirty}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Results of" className="w-64">
            {(field) => (
              <Select
                {...field}
                value={from}
                placeholder="Choose a framework"
                onValueChange={setFrom}
                options={optionsWithout(to)}
              />
            )}
          </Field>
          <Field label="For" className="w-64">
            {(field) => (
              <Select
                {...field}
                value={to}
                placeholder="Choose a framework"
                onValueChange={setTo}
                options={optionsWithout(from)}
              />
            )}
          </Field>
          <Segmented label="View" value={view} onValueChange={setView} segments={VIEWS} />
        </div>
        {!isChosen && <p className="text-fg-muted">Choose two frameworks.</p>}
        {isChosen && view === 'results' && (
          <CrosswalkProjection key={`${from} ${to}`} from={from} to={to} onDirty={setIsDirty} />
        )}
        {isChosen && view === 'coverage' && <CrosswalkCoverage from={from} to={to} />}
      </div>
    </Dialog>
  );
}
