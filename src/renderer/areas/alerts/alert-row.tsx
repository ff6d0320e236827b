import { memo, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { AlertTransition } from '../../../shared/areas/alerts/alerts.rules.ts';
import {
  isActive as isActiveStatus,
  SEVERITY_COLOURS,
} from '../../../shared/areas/alerts/alerts.rules.ts';
import type { EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { ENTITY_KIND_LABELS, entityLink } from '../../../shared/areas/entities/entities.rules.ts';
import { cx } from '../../ui/cx.ts';
import { UNKNOWN_TIME } from '../../ui/time.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { AlertActions } from './alert-actions.tsx';
import { AlertBadges } from './alert-badges.tsx';
import { ROW_COLUMNS, type RowColumn, rowValue } from './row-columns.tsx';
import { RowMarks } from './row-marks.tsx';

const EDGES = {
  critical: 'border-l-critical-mark',
  high: 'border-l-high-mark',
  medium: 'border-l-medium-mark',
  low: 'border-l-low-mark',
} as const;

const EDGE_LINES = {
  open: 'border-y-accent border-r-accent',
  active: 'border-y-line-strong border-r-line-strong',
  idle: 'border-y-line border-r-line',
} as const;

const TITLE_CHARS = 255;
const DESCRIPTION_CHARS = 240;
const NAME_CHARS = 80;

export interface RowShared {
  readonly mayWrite: boolean;
  /** What is said under the title. */
  readonly columns: ReadonlySet<RowColumn>;
  readonly isNarrow: boolean;
  /** Local date and time; made once for the list, as making a formatter costs more than a row. */
  readonly formatTime: (iso: string) => string | null;
  readonly hrefOf: (id: string) => string;
  /** An open alert gives way to the next one without another step for Back. */
  readonly replacesAddress: boolean;
  readonly onTransition: (alert: Alert, action: AlertTransition['action']) => void;
  readonly onSelect: (id: string) => void;
  readonly onActivate: (id: string, index: number) => void;
}

interface AlertRowProps {
  alert: Alert;
  position: number;
  setSize: number;
  isActive: boolean;
  isOpen: boolean;
  isSelected: boolean;
  isPending: boolean;
  /** Takes the keyboard focus when it becomes true. */
  takesFocus: boolean;
  shared: RowShared;
}

/** One alert in the list. The title's link covers the row; the buttons lie above it. */
export const AlertRow = memo(function AlertRow(props: AlertRowProps) {
  const { alert, isActive, isOpen, isSelected, isPending, takesFocus, shared } = props;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) article.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const actions = shared.mayWrite && isActiveStatus(alert.status) && (
    <div className="relative z-10 flex shrink-0 items-center gap-1.5 self-center">
      <AlertActions
        alert={alert}
        isPending={isPending}
        place="row"
        onTransition={shared.onTransition}
      />
    </div>
  );
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-labelledby={`alert-${alert.id}`}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      onFocus={() => shared.onActivate(alert.id, props.position - 1)}
      className={cx(
        'group relative flex h-full gap-3 rounded-md border border-l-4 py-2 pr-3 pl-2.5 outline-offset-[-2px]',
        EDGES[SEVERITY_COLOURS[alert.severity]],
        EDGE_LINES[isOpen ? 'open' : isActive ? 'active' : 'idle'],
        isSelected ? 'bg-accent-soft' : 'bg-surface hover:bg-raised/50',
      )}
    >
      {shared.mayWrite && (
        <input
          type="checkbox"
          checked={isSelected}
          onChange={() => shared.onSelect(alert.id)}
          aria-label={`Select alert ${props.position}`}
          className={cx(
            'relative z-10 mt-1 size-4 shrink-0 accent-accent',
            !isSelected && 'opacity-60 group-hover:opacity-100 focus-visible:opacity-100',
          )}
        />
      )}
      {shared.isNarrow ? (
        <NarrowBody alert={alert} shared={shared} actions={actions} isActive={isActive} />
      ) : (
        <WideBody alert={alert} shared={shared} actions={actions} isActive={isActive} />
      )}
    </article>
  );
});

interface BodyProps {
  alert: Alert;
  shared: RowShared;
  actions: ReactNode;
  isActive: boolean;
}

/** Badges, title and time in one line; the buttons beside it all. */
function WideBody({ alert, shared, actions, isActive }: BodyProps) {
  return (
    <div className="flex min-w-0 flex-1 gap-4">
      <div className="flex min-w-0 flex-1 flex-col justify-between">
        <div className="flex min-w-0 items-center gap-2">
          <span className="flex shrink-0 gap-1.5">
            <AlertBadges alert={alert} />
          </span>
          <RowTitle alert={alert} shared={shared} />
          <RowMarks alert={alert} />
          <RowTime iso={alert.createdAt} formatTime={shared.formatTime} />
        </div>
        {shared.columns.has('description') && <Description text={alert.description} />}
        <Names alert={alert} columns={shared.columns} isActive={isActive} />
      </div>
      {actions}
    </div>
  );
}

/** The title has a line of its own; the buttons share the last one. */
function NarrowBody({ alert, shared, actions, isActive }: BodyProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col justify-between">
      <div className="flex min-w-0 items-center justify-between gap-2 overflow-hidden">
        <span className="flex shrink-0 gap-1.5">
          <AlertBadges alert={alert} />
        </span>
        <RowTime iso={alert.createdAt} formatTime={shared.formatTime} />
      </div>
      <RowTitle alert={alert} shared={shared} />
      {shared.columns.has('description') && <Description text={alert.description} />}
      <div className="flex min-h-7 min-w-0 items-center justify-between gap-3">
        <div className="min-w-0 flex-1">
          <Names alert={alert} columns={shared.columns} isActive={isActive} />
        </div>
        <RowMarks alert={alert} />
        {actions}
      </div>
    </div>
  );
}

function RowTitle({ alert, shared }: { alert: Alert; shared: RowShared }) {
  return (
    <h3
      id={`alert-${alert.id}`}
      className={cx('min-w-0 truncate text-sm font-semibold text-fg', !shared.isNarrow && 'flex-1')}
    >
      <Link
        to={shared.hrefOf(alert.id)}
        replace={shared.replacesAddress}
        className="block truncate outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-2px]"
      >
        <Untrusted text={alert.title} max={TITLE_CHARS} expand="none" />
      </Link>
    </h3>
  );
}

function Description({ text }: { text: string }) {
  return (
    <p className="truncate text-fg-muted">
      <Untrusted text={text} max={DESCRIPTION_CHARS} expand="none" />
    </p>
  );
}

interface NamesProps {
  alert: Alert;
  columns: ReadonlySet<RowColumn>;
  isActive: boolean;
}

function Names({ alert, columns, isActive }: NamesProps) {
  return (
    <p className="flex min-w-0 gap-4 text-xs text-fg-faint">
      {ROW_COLUMNS.map(
        ({ id, header }) =>
          id !== 'description' &&
          columns.has(id) && (
            <Named
              key={id}
              label={header}
              text={rowValue(alert, id)}
              kind={ENTITY_KINDS_OF[id]}
              isActive={isActive}
              className={id === 'source' ? 'max-w-40 shrink-0' : undefined}
            />
          ),
      )}
    </p>
  );
}

const ENTITY_KINDS_OF: Partial<Record<RowColumn, EntityKind>> = {
  host: 'host',
  user: 'user',
  ip: 'address',
  dest: 'address',
};

function RowTime({ iso, formatTime }: { iso: string; formatTime: RowShared['formatTime'] }) {
  const time = formatTime(iso);
  return (
    <time
      {...(time === null ? {} : { dateTime: iso, title: iso })}
      className="shrink-0 text-xs text-fg-muted tabular-nums"
    >
      {time ?? UNKNOWN_TIME}
    </time>
  );
}

interface NamedProps {
  label: string;
  text: string | null;
  /** It has a page of its own. */
  kind: EntityKind | undefined;
  isActive: boolean;
  className: string | undefined;
}

/** Tab reaches the pages of what the row at the cursor names, and passes over those of the others. */
function Named({ label, text, kind, isActive, className }: NamedProps) {
  if (!text) return null;
  const value = <Untrusted text={text} max={NAME_CHARS} expand="none" />;
  return (
    <span className={cx('min-w-0 truncate', className)}>
      {label}:{' '}
      {kind === undefined ? (
        <span className="text-fg-muted">{value}</span>
      ) : (
        <Link
          to={entityLink(kind, text)}
          tabIndex={isActive ? 0 : -1}
          title={`All that is known of this ${ENTITY_KIND_LABELS[kind].toLowerCase()}`}
          className="relative z-10 rounded-sm text-fg-muted underline-offset-2 hover:text-accent-text hover:underline focus-visible:text-accent-text"
        >
          {value}
        </Link>
      )}
    </span>
  );
}
