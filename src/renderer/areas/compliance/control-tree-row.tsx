import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CONTROL_STATUSES } from '../../../shared/areas/compliance/compliance.rules.ts';
import { controlStatusText } from '../../../shared/areas/compliance/controls.rules.ts';
import { cx } from '../../ui/cx.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ControlStatusBadge, ScopeBadge } from './control-badges.tsx';
import type { StatusCounts, TreeNode } from './controls.tree.ts';

const INDENT_REM = 1.1;

interface ControlTreeRowProps {
  node: TreeNode;
  isTabStop: boolean;
  takesFocus: boolean;
  isOpen: boolean;
  onFocus: () => void;
  onToggle: () => void;
  onOpen: (id: string) => void;
}

/** A framework, a group or a control. */
export function ControlTreeRow(props: ControlTreeRowProps) {
  const { node, isTabStop, takesFocus, isOpen, onToggle, onOpen } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { control } = node;
  const act = () => (control ? onOpen(control.id) : onToggle());
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys
    <div
      ref={element}
      role="treeitem"
      aria-level={node.level}
      aria-expanded={node.hasChildren ? node.isExpanded : undefined}
      aria-selected={isOpen}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={props.onFocus}
      onClick={act}
      className={cx(
        'flex h-full cursor-pointer items-center gap-2 border-b border-line px-2 outline-offset-[-2px]',
        isOpen ? 'bg-accent-soft' : 'hover:bg-raised',
      )}
      style={{ paddingLeft: `${0.5 + (node.level - 1) * INDENT_REM}rem` }}
    >
      {/* For the mouse; the keyboard has its arrow keys. */}
      <span
        aria-hidden
        onClick={(event) => {
          if (!node.hasChildren) return;
          event.stopPropagation();
          onToggle();
        }}
        className="flex size-5 shrink-0 items-center justify-center text-fg-faint"
      >
        {node.hasChildren && (
          <ChevronRight
            className={cx('size-4 transition-transform', node.isExpanded && 'rotate-90')}
          />
        )}
      </span>
      {node.ref !== '' && (
        <span className="shrink-0 font-medium text-accent-text tabular-nums">
          <Untrusted text={node.ref} max={64} expand="none" />
        </span>
      )}
      <span
        className={cx(
          'min-w-0 flex-1 truncate',
          node.kind === 'control' ? 'text-fg' : 'font-semibold text-fg',
        )}
      >
        <Untrusted text={node.title} max={160} expand="none" />
        {node.isLoading && <span className="ml-2 font-normal text-fg-muted">Loading...</span>}
      </span>
      {node.kind !== 'control' && node.counts && <RollUp counts={node.counts} />}
      {control && (
        <span className="flex shrink-0 items-center gap-1">
          <ScopeBadge control={control} />
          <ControlStatusBadge status={control.status} />
        </span>
      )}
    </div>
  );
}

const BARS: Record<(typeof CONTROL_STATUSES)[number], string> = {
  NOT_ASSESSED: 'bg-line-strong',
  COMPLIANT: 'bg-ok-mark',
  PARTIALLY_COMPLIANT: 'bg-warn-mark',
  NON_COMPLIANT: 'bg-bad-mark',
};
const ORDER = ['COMPLIANT', 'PARTIALLY_COMPLIANT', 'NON_COMPLIANT', 'NOT_ASSESSED'] as const;

/** How many have which status: in words, with a bar for the eye. */
function RollUp({ counts }: { counts: StatusCounts }) {
  const inScope = counts.total - counts.outside;
  const words = ORDER.filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${controlStatusText(status).toLowerCase()}`)
    .concat(counts.outside > 0 ? [`${counts.outside} out of scope`] : [])
    .join(', ');
  return (
    <span title={words} className="flex shrink-0 items-center gap-2 text-xs text-fg-muted">
      <span className="tabular-nums">
        {counts.COMPLIANT} of {inScope} compliant
      </span>
      <span className="sr-only">, {words}</span>
      <span aria-hidden className="flex h-2 w-28 overflow-hidden rounded-full bg-sunken">
        {ORDER.map((status) => (
          <span
            key={status}
            className={BARS[status]}
            style={{ width: `${inScope === 0 ? 0 : (100 * counts[status]) / inScope}%` }}
          />
        ))}
      </span>
    </span>
  );
}
