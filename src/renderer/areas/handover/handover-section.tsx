import { Eye, EyeOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import {
  type Handover,
  type HandoverFigure,
  type HandoverLine,
  type HandoverSection,
  handoverContract,
} from '../../../shared/areas/handover/handover.contract.ts';
import {
  HANDOVER_SECTION_WORDS,
  timeInZone,
} from '../../../shared/areas/handover/handover.rules.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useHandoverCall } from './handover.queries.ts';
import { HandoverText } from './handover-text.tsx';

interface SectionProps {
  handover: Handover;
  section: HandoverSection;
  mayEdit: boolean;
}

export function HandoverSectionCard({ handover, section, mayEdit }: SectionProps) {
  const { title, empty } = HANDOVER_SECTION_WORDS[section.name];
  const change = useHandoverCall(
    (client, body: { hide: string } | { show: string }) =>
      client.call(handoverContract.change, { params: { id: handover.id }, body }),
    null,
  );
  const isHidden = ({ key }: HandoverLine) => handover.hidden.includes(key);
  // Only who may bring a line back sees that it was taken out.
  const lines = mayEdit ? section.lines : section.lines.filter((line) => !isHidden(line));
  const more = section.total - section.lines.length;
  return (
    <Card
      title={
        <>
          {title}{' '}
          <span className="font-normal text-fg-muted tabular-nums">
            {section.total.toLocaleString()}
          </span>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <HandoverText handover={handover} name={section.name} mayEdit={mayEdit} />
        <Figures figures={section.figures} />
        {section.total === 0 && <p className="text-fg-muted">{empty}</p>}
        {lines.length > 0 && (
          <ul aria-label={title} className="flex flex-col">
            {lines.map((line) => (
              <Line
                key={line.key}
                line={line}
                timeZone={handover.timeZone}
                isHidden={isHidden(line)}
                onToggle={
                  mayEdit
                    ? () => change.mutate(isHidden(line) ? { show: line.key } : { hide: line.key })
                    : null
                }
              />
            ))}
          </ul>
        )}
        {more > 0 && (
          <p className="text-xs text-fg-muted">{`${more.toLocaleString()} more are not listed here.`}</p>
        )}
      </div>
    </Card>
  );
}

export function Figures({ figures }: { figures: readonly HandoverFigure[] }) {
  if (figures.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {figures.map(({ label, n, link }) => (
        <li key={label}>
          {link === null ? (
            <Badge>{`${label} ${n.toLocaleString()}`}</Badge>
          ) : (
            <Link to={link} className="rounded-sm underline-offset-2 hover:underline">
              <Badge tone="accent">{`${label} ${n.toLocaleString()}`}</Badge>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  line: HandoverLine;
  timeZone: string;
  isHidden: boolean;
  onToggle: (() => void) | null;
}

function Line({ line, timeZone, isHidden, onToggle }: LineProps) {
  return (
    <li className="flex min-w-0 items-center gap-2 border-t border-line py-1.5 first:border-t-0">
      {line.severity && (
        <span className="w-16 shrink-0">
          <Badge tone={SEVERITY_COLOURS[line.severity]}>{SEVERITY_LABELS[line.severity]}</Badge>
        </span>
      )}
      <span className={cx('min-w-0 flex-1', isHidden && 'line-through opacity-70')}>
        <Link to={line.link} className="block truncate text-fg underline-offset-2 hover:underline">
          <Untrusted text={line.text} max={160} expand="none" />
        </Link>
        <span className="block truncate text-xs text-fg-muted">
          <Untrusted text={line.detail} max={200} expand="none" />
        </span>
      </span>
      {line.at && (
        <time dateTime={line.at} className="shrink-0 text-xs text-fg-muted tabular-nums">
          {timeInZone(Date.parse(line.at), timeZone)}
        </time>
      )}
      {onToggle && (
        <Button
          size="sm"
          variant="ghost"
          label={isHidden ? 'Bring this line back' : 'Take this line out'}
          title={isHidden ? 'Bring this line back' : 'Take this line out'}
          icon={isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          onClick={onToggle}
        />
      )}
    </li>
  );
}
