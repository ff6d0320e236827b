/** What a mark of the timeline stands for; of several that lie together, a list. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SEVERITY_LABELS } from '../../../../shared/kernel/severity.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { recordLink } from '../evidence-links.tsx';
import { KIND_LABELS, type PlacedMark } from './lanes.ts';
import { PromotedActions } from './promoted-actions.tsx';
import { ExactMoment } from './shown-moment.tsx';

const TYPES = {
  alert: 'Alert',
  event: 'Promoted event',
  act: 'Action',
  evidence: 'Evidence',
} as const;
const SHOWN = 50;

export function MarkDetail({
  marks,
  investigationId,
  mayChange,
  onClose,
}: {
  marks: readonly PlacedMark[];
  investigationId: string;
  mayChange: boolean;
  onClose: () => void;
}) {
  return (
    <Card
      title={marks.length === 1 ? 'Chosen mark' : `${marks.length.toLocaleString()} marks`}
      actions={
        <Button
          size="sm"
          variant="ghost"
          icon={<X aria-hidden />}
          label="Close the marks"
          onClick={onClose}
        />
      }
    >
      <ul className="flex max-h-80 flex-col gap-4 overflow-y-auto">
        {marks.slice(0, SHOWN).map((mark) => (
          <li key={mark.id}>
            <Mark mark={mark} investigationId={investigationId} mayChange={mayChange} />
          </li>
        ))}
      </ul>
      {marks.length > SHOWN && (
        <p className="mt-3 text-fg-muted">
          {(marks.length - SHOWN).toLocaleString()} more; zoom in to part them.
        </p>
      )}
    </Card>
  );
}

function Mark({
  mark,
  investigationId,
  mayChange,
}: {
  mark: PlacedMark;
  investigationId: string;
  mayChange: boolean;
}) {
  const isMoved = mark.recordedAt !== mark.at || mark.recordedNanos !== mark.nanos;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">{TYPES[mark.type]}</Badge>
        {mark.type === 'event' && <Badge>{KIND_LABELS[mark.kind] ?? mark.kind}</Badge>}
        {mark.severity && <Badge>{SEVERITY_LABELS[mark.severity]}</Badge>}
        <MarkTitle mark={mark} />
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        <Fact name={isMoved ? 'Aligned' : 'When'}>
          <ExactMoment at={mark.at} nanos={mark.nanos} />
        </Fact>
        {(isMoved || mark.type === 'event') && (
          <Fact name="Recorded">
            <ExactMoment at={mark.recordedAt} nanos={mark.recordedNanos} />
          </Fact>
        )}
        <TextFact name={mark.type === 'event' ? 'Promoted by' : 'By'} text={mark.who} />
        <TextFact name="Host" text={mark.host} />
        <TextFact name="Account" text={mark.user} />
        <TextFact name="Source" text={mark.source} />
        <TextFact name="Note" text={mark.detail} />
        <TextFact name="Techniques" text={mark.techniques.join(', ') || null} />
        <TextFact name="Tactics" text={mark.tactics.join(', ') || null} />
      </dl>
      {mark.type === 'event' && mark.recordId !== null && mayChange && (
        <PromotedActions investigationId={investigationId} id={mark.recordId} mark={mark} />
      )}
    </div>
  );
}

function MarkTitle({ mark: { title, recordId, type } }: { mark: PlacedMark }) {
  const text = <Untrusted text={title} max={300} expand="none" />;
  const kind = type === 'act' ? 'alert' : type;
  const link =
    recordId === null || kind === 'event'
      ? null
      : kind === 'evidence'
        ? `/evidence?evidence=${encodeURIComponent(recordId)}`
        : recordLink({ kind: 'alert', id: recordId });
  if (link === null) return <span className="min-w-0 break-words text-fg">{text}</span>;
  return (
    <Link to={link} className="min-w-0 rounded-sm break-words text-accent-text hover:underline">
      {text}
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{name}</dt>
      <dd className="min-w-0 break-words text-fg">{children}</dd>
    </>
  );
}

function TextFact({ name, text }: { name: string; text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <Fact name={name}>
      <Untrusted text={text} max={400} />
    </Fact>
  );
}
