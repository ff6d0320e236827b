import type {
  MappingState,
  MappingSummary,
} from '../../../shared/areas/evidence/mappings.contract.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MAPPING_LABELS } from './mappings.text.ts';

interface MappingFiguresProps {
  /** Undefined while it loads. */
  summary: MappingSummary | undefined;
  onState: (state: MappingState) => void;
  onUnlinked: () => void;
}

const ORDER = ['valid', 'pending', 'expired', 'none'] as const;

/** How many controls are proven; each figure shows its rows. */
export function MappingFigures({ summary, onState, onUnlinked }: MappingFiguresProps) {
  return (
    <ul aria-label="Controls by evidence" className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {ORDER.map((state) => (
        <Figure
          key={state}
          label={MAPPING_LABELS[state]}
          note="controls"
          value={summary?.controls[state]}
          onShow={() => onState(state)}
        />
      ))}
      <Figure
        label="Evidence without a control"
        note="proves nothing yet"
        value={summary?.unlinkedEvidence}
        onShow={onUnlinked}
      />
    </ul>
  );
}

interface FigureProps {
  label: string;
  note: string;
  value: number | undefined;
  onShow: () => void;
}

function Figure({ label, note, value, onShow }: FigureProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onShow}
        className={cx(
          'flex w-full flex-col rounded-lg border border-line bg-surface px-4 py-3 text-left',
          'transition-colors hover:border-line-strong',
        )}
      >
        <span className="text-sm font-medium text-fg-muted">{label}</span>
        {value === undefined ? (
          <Skeleton className="mt-1 h-6 w-12" />
        ) : (
          <span className="text-xl font-semibold text-fg tabular-nums">
            {value.toLocaleString()}
          </span>
        )}
        <span className="text-xs text-fg-muted">{note}</span>
      </button>
    </li>
  );
}
