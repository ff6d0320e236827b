import { Link } from 'react-router-dom';
import { ALERT_STATUSES } from '../../../shared/areas/alerts/alerts.contract.ts';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import type {
  Answer,
  AnswerCell,
  AnswerFigure,
  AnswerPart,
} from '../../../shared/areas/assistant/answer.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

const TEXT_MAX = 2_000;
const LINK = 'rounded-sm text-accent-text underline underline-offset-2';

/** An answer as data: text, figures, small tables, links and what it rests on. Nothing of it is HTML. */
export function ChatAnswer({ answer }: { answer: Answer }) {
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      {answer.notice !== null && (
        <p className="rounded-md bg-warn-soft px-2 py-1 text-xs text-warn">
          <Untrusted text={answer.notice} max={500} />
        </p>
      )}
      {keyed(answer.parts).map(({ key, part }) => (
        <Part key={key} part={part} />
      ))}
      {answer.evidence.length > 0 && <Evidence evidence={answer.evidence} />}
    </div>
  );
}

/** Parts have no identity of their own: their place is their key. */
function keyed<T>(list: readonly T[]): { key: string; part: T }[] {
  return list.map((part, place) => ({ key: String(place), part }));
}

function Part({ part }: { part: AnswerPart }) {
  switch (part.type) {
    case 'text':
      return part.tone === 'quote' ? (
        <blockquote className="border-l-2 border-line-strong pl-2 text-fg-muted">
          <Untrusted text={part.text} max={TEXT_MAX} newlines="keep" />
        </blockquote>
      ) : (
        <p>
          <Untrusted text={part.text} max={TEXT_MAX} newlines="keep" />
        </p>
      );
    case 'figures':
      return (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1">
          {keyed(part.figures).map(({ key, part: figure }) => (
            <Figure key={key} figure={figure} />
          ))}
        </dl>
      );
    case 'table':
      return <Table {...part} />;
    case 'links':
      return (
        <ul className="flex flex-col gap-1">
          {part.links.map(({ label, to }) => (
            <li key={`${label} ${to}`}>
              <Link to={to} className={LINK}>
                <Untrusted text={label} max={120} expand="none" />
              </Link>
            </li>
          ))}
        </ul>
      );
  }
}

function Figure({ figure: { label, value, unit, link } }: { figure: AnswerFigure }) {
  const shown = value === null ? '—' : value.toLocaleString('en');
  const text = value !== null && unit !== null ? `${shown} ${unit}` : shown;
  return (
    <div className="min-w-0 border-t border-line pt-1">
      <dt className="text-xs text-fg-muted">
        <Untrusted text={label} max={80} expand="none" />
      </dt>
      <dd className="text-base font-semibold tabular-nums">
        {link === null ? (
          text
        ) : (
          <Link to={link} className={LINK}>
            {text}
          </Link>
        )}
      </dd>
    </div>
  );
}

function Table({ caption, columns, rows, more }: Extract<AnswerPart, { type: 'table' }>) {
  const isPlain = columns.length === 1;
  return (
    <div className="min-w-0">
      <ScrollRegion label={caption} className="max-w-full">
        <table className="w-full border-collapse text-xs">
          <caption className="pb-1 text-left text-xs font-medium text-fg-muted">{caption}</caption>
          <thead className={cx(isPlain && 'sr-only')}>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="pr-3 pb-1 text-left font-medium whitespace-nowrap text-fg-muted"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keyed(rows).map(({ key, part: row }) => (
              <tr key={key} className="border-t border-line align-top">
                {keyed(row).map(({ key: place, part: cell }) => (
                  <td
                    key={place}
                    className={cx(
                      'py-1 pr-3 last:pr-0',
                      place === '0' && !isPlain && 'min-w-36',
                      cell.as === 'number' && 'tabular-nums',
                      cell.as === 'time' && 'whitespace-nowrap',
                    )}
                  >
                    <Cell cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {more !== null && (
        <Link to={more.to} className={cx(LINK, 'mt-1 inline-block text-xs')}>
          {more.label}
        </Link>
      )}
    </div>
  );
}

function Cell({ cell: { text, link, as } }: { cell: AnswerCell }) {
  const severity = SEVERITIES.find((one) => one === text);
  if (as === 'severity' && severity)
    return <Badge tone={SEVERITY_COLOURS[severity]}>{SEVERITY_LABELS[severity]}</Badge>;
  const status = ALERT_STATUSES.find((one) => one === text);
  if (as === 'status' && status)
    return <span className="whitespace-nowrap">{status.replaceAll('_', ' ')}</span>;
  if (as === 'time') return <DateTime value={text} />;
  if (as === 'number') return <>{Number(text).toLocaleString('en')}</>;
  if (link === null) return <Untrusted text={text} max={200} expand="none" />;
  return (
    <Link to={link} className={LINK}>
      <Untrusted text={text} max={200} expand="none" />
    </Link>
  );
}

const KIND_WORDS: Record<Answer['evidence'][number]['ref']['kind'], string> = {
  alert: 'Alert',
  group: 'Group',
  incident: 'Incident',
  indicator: 'Indicator',
  investigation: 'Investigation',
  entity: 'Entity',
  pattern: 'Pattern',
  technique: 'Technique',
  control: 'Control',
  action: 'Record',
};

/** The records that an answer rests on, each a click away. */
function Evidence({ evidence }: Pick<Answer, 'evidence'>) {
  return (
    <ul aria-label="Evidence" className="flex flex-wrap gap-1">
      {evidence.map(({ ref, label, link }) => (
        <li key={`${ref.kind}:${ref.id}`} className="max-w-full min-w-0">
          <Link
            to={link}
            className="flex max-w-full min-w-0 items-center gap-1 rounded-sm border border-line-strong/60 bg-surface px-1.5 text-xs leading-5 text-fg hover:bg-sunken"
          >
            <span className="text-fg-muted">{KIND_WORDS[ref.kind]}</span>
            <span className="min-w-0 truncate">
              <Untrusted text={label} max={40} expand="none" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
