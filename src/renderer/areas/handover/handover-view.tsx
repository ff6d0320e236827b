import { RefreshCw, Send, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import {
  type Handover,
  type HandoverFormat,
  handoverContract,
} from '../../../shared/areas/handover/handover.contract.ts';
import { textTitle, timeInZone, zoneName } from '../../../shared/areas/handover/handover.rules.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useMay, useUser } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { SaveMenu } from '../../ui/save-menu.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { RecordHistory } from '../history/history.embed.tsx';
import { useHandoverCall } from './handover.queries.ts';
import { HandoverBadge } from './handover-badge.tsx';
import { AcknowledgeDialog, HandOverDialog } from './handover-dialogs.tsx';
import { LostTexts, useUnsavedTexts } from './handover-drafts.tsx';
import { Figures, HandoverSectionCard } from './handover-section.tsx';
import { HandoverText } from './handover-text.tsx';

type Asking = 'hand-over' | 'acknowledge' | 'remove' | null;

/** One handover, to be read, edited while it is a draft, and handed on. */
export function HandoverView({
  handover,
  onRemoved,
}: {
  handover: Handover;
  onRemoved: () => void;
}) {
  const mayWrite = useMay('alerts.write');
  const mayEdit = mayWrite && handover.state === 'DRAFT';
  const { facts } = handover;
  return (
    <article aria-label={handover.title} className="flex min-w-0 flex-col gap-4">
      <Head handover={handover} mayWrite={mayWrite} onRemoved={onRemoved} />
      {!mayEdit && <LostTexts handoverId={handover.id} why="This was handed over meanwhile." />}
      <Card title="Summary">
        <HandoverText handover={handover} name="summary" mayEdit={mayEdit} />
        {!mayEdit && !handover.texts.summary && (
          <p className="text-fg-muted">Nothing was written.</p>
        )}
      </Card>
      {facts?.journalBegins && (
        <p role="note" className="rounded-md bg-warn-soft px-3 py-1.5 text-warn">
          Actions before <DateTime value={facts.journalBegins} /> were deleted by the retention: of
          these nothing is told here.
        </p>
      )}
      {facts === null ? (
        <Card>
          <p className="text-fg-muted">
            The generated part of this handover is of another version of Watchfloor.
          </p>
        </Card>
      ) : (
        <>
          <Card
            title="Who did what"
            note={`${facts.received.toLocaleString()} alerts were received`}
          >
            {facts.people.length === 0 ? (
              <p className="text-fg-muted">Nobody did anything in this span.</p>
            ) : (
              <dl className="grid grid-cols-[minmax(6rem,12rem)_minmax(0,1fr)] gap-x-3 gap-y-2">
                {facts.people.map((person) => (
                  <div key={person.id ?? ''} className="contents">
                    <dt className="min-w-0 text-fg">
                      <Untrusted text={person.name} max={80} />
                    </dt>
                    <dd>
                      <Figures figures={person.figures} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </Card>
          {facts.sections.map((section) => (
            <HandoverSectionCard
              key={section.name}
              handover={handover}
              section={section}
              mayEdit={mayEdit}
            />
          ))}
        </>
      )}
      <Card title="History">
        <RecordHistory
          resource="handovers"
          id={handover.id}
          hidden={['facts', 'texts', 'hidden', 'since', 'until', 'generatedAt', 'deletedAt']}
        />
      </Card>
    </article>
  );
}

interface HeadProps {
  handover: Handover;
  mayWrite: boolean;
  onRemoved: () => void;
}

function Head({ handover, mayWrite, onRemoved }: HeadProps) {
  const { state, timeZone, since, until } = handover;
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold text-fg">
              <Untrusted text={handover.title} max={200} />
              <HandoverBadge state={state} />
            </h2>
            <p className="text-fg-muted tabular-nums">
              {timeInZone(Date.parse(since), timeZone)} to {timeInZone(Date.parse(until), timeZone)}
              {' · '}
              {zoneName(Date.parse(until), timeZone)}
            </p>
          </div>
          <Buttons handover={handover} mayWrite={mayWrite} onRemoved={onRemoved} />
        </div>
        <Signatures handover={handover} />
      </div>
    </Card>
  );
}

function Signatures({ handover }: { handover: Handover }) {
  const { timeZone, handedBy, handedAt, handedTo, acknowledgedBy, acknowledgedAt } = handover;
  const at = (time: string | null) => (time ? timeInZone(Date.parse(time), timeZone) : '');
  if (!handedBy) return null;
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      <dt className="text-fg-muted">Handed over by</dt>
      <dd className="text-fg tabular-nums">
        <Untrusted text={handedBy.name} max={80} />, {at(handedAt)}
        {handedTo && (
          <>
            {' '}
            for <Untrusted text={handedTo.name} max={80} />
          </>
        )}
      </dd>
      <dt className="text-fg-muted">Acknowledged by</dt>
      <dd className="text-fg tabular-nums">
        {acknowledgedBy ? (
          <>
            <Untrusted text={acknowledgedBy.name} max={80} />, {at(acknowledgedAt)}
            {handover.isSelfAcknowledged && ' (self-acknowledged)'}
          </>
        ) : (
          <span className="text-fg-muted">Nobody yet</span>
        )}
      </dd>
      {handover.acknowledgement && (
        <>
          <dt className="text-fg-muted">Said then</dt>
          <dd className="text-fg">
            <Untrusted text={handover.acknowledgement} newlines="keep" />
          </dd>
        </>
      )}
    </dl>
  );
}

function Buttons({ handover, mayWrite, onRemoved }: HeadProps) {
  const { id, state } = handover;
  const [asking, setAsking] = useState<Asking>(null);
  const unsaved = useUnsavedTexts(id);
  const unsavedId = useId();
  const isOwn = useUser().id === handover.createdBy?.id;
  const refresh = useHandoverCall(
    (client, handoverId: string) =>
      client.call(handoverContract.refresh, { params: { id: handoverId }, body: {} }),
    'Handover generated up to now',
  );
  const remove = useHandoverCall(
    (client, handoverId: string) =>
      client.call(handoverContract.remove, { params: { id: handoverId } }),
    'Draft deleted',
  );
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ExportMenu handover={handover} />
      {mayWrite && state === 'DRAFT' && (
        <>
          <Button
            icon={<RefreshCw aria-hidden />}
            disabled={refresh.isPending}
            onClick={() => refresh.mutate(id)}
          >
            {refresh.isPending ? 'Generating...' : 'Refresh'}
          </Button>
          {isOwn && (
            <Button
              variant="ghost"
              label="Delete draft"
              icon={<Trash2 aria-hidden />}
              onClick={() => setAsking('remove')}
            />
          )}
          <Button
            variant="primary"
            icon={<Send aria-hidden />}
            disabled={unsaved.length > 0}
            aria-describedby={unsaved.length > 0 ? unsavedId : undefined}
            onClick={() => setAsking('hand-over')}
          >
            Hand over
          </Button>
          {unsaved.length > 0 && (
            <p id={unsavedId} role="status" className="w-full text-right text-xs text-warn">
              Save or cancel first: {unsaved.map(textTitle).join(', ')}
            </p>
          )}
        </>
      )}
      {mayWrite && state === 'HANDED_OVER' && (
        <Button variant="primary" onClick={() => setAsking('acknowledge')}>
          Acknowledge
        </Button>
      )}
      {asking === 'hand-over' && <HandOverDialog handover={handover} onClose={close} />}
      {asking === 'acknowledge' && <AcknowledgeDialog handover={handover} onClose={close} />}
      <ConfirmDialog
        open={asking === 'remove'}
        onClose={close}
        title="Delete this draft?"
        text={
          <>
            <Untrusted text={handover.title} max={200} /> and what was written in it is deleted.
          </>
        }
        confirmLabel="Delete draft"
        tone="destructive"
        onConfirm={() => {
          close();
          remove.mutate(id, { onSuccess: onRemoved });
        }}
      />
    </div>
  );
}

const FORMATS: readonly (readonly [HandoverFormat, string])[] = [
  ['md', 'Markdown'],
  ['pdf', 'PDF'],
];

function ExportMenu({ handover: { id, until } }: { handover: Handover }) {
  const host = useHost();
  const fail = useErrorToast();
  return (
    <SaveMenu
      label="Export"
      formats={FORMATS}
      onSave={(format) => {
        const query = { format };
        const path = endpointPath(handoverContract.exportOne, { params: { id }, query });
        void host.saveAs(path, `watchfloor-handover-${until.slice(0, 10)}.${format}`).catch(fail);
      }}
    />
  );
}
