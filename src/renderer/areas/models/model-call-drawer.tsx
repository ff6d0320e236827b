import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  FAILURE_LABELS,
  type ModelCall,
} from '../../../shared/areas/models/model-calls.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeView } from '../../ui/code-view.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { modelCallQuery, useReplay } from './models.queries.ts';
import { TASK_LABELS } from './models.text.ts';

interface ModelCallDrawerProps {
  /** Null: closed. */
  id: string | null;
  onShow: (id: string) => void;
  onClose: () => void;
}

export function ModelCallDrawer({ id, onShow, onClose }: ModelCallDrawerProps) {
  return (
    <Drawer open={id !== null} onClose={onClose} title="Call to a model" size="side">
      {id !== null && <Loaded id={id} onShow={onShow} />}
    </Drawer>
  );
}

function Loaded({ id, onShow }: { id: string; onShow: (id: string) => void }) {
  const call = useQuery(modelCallQuery(useClient(), id));
  if (call.isPending)
    return (
      <div className="p-5">
        <Skeleton className="h-64 w-full" />
      </div>
    );
  if (call.isError)
    return (
      <div className="p-5 pt-12">
        <ErrorState
          title="The call could not be read"
          error={call.error}
          onRetry={() => void call.refetch()}
          isRetrying={call.isFetching}
        />
      </div>
    );
  return <Detail call={call.data} onShow={onShow} />;
}

function Detail({ call, onShow }: { call: ModelCall; onShow: (id: string) => void }) {
  const replay = useReplay();
  const { toast } = useToast();
  const sayError = useErrorToast();
  const again = () =>
    replay.mutate(call.id, {
      onSuccess: (made) => {
        onShow(made.id);
        toast({ title: 'Success', description: 'The call was sent again' });
      },
      onError: sayError,
    });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-5">
      <header className="flex flex-wrap items-center gap-3 pr-8">
        <h2 className="text-base font-semibold text-fg">{TASK_LABELS[call.task]}</h2>
        {call.sent !== null && (
          <Button
            size="sm"
            icon={<RotateCcw aria-hidden />}
            disabled={replay.isPending}
            onClick={again}
          >
            {replay.isPending ? 'Sending...' : 'Send again'}
          </Button>
        )}
      </header>
      <Facts call={call} onShow={onShow} />
      {call.sent === null ? (
        <p className="text-fg-muted">Nothing left this machine, or it is kept no longer.</p>
      ) : (
        <div>
          <h3 className="mb-1 font-medium text-fg">What left</h3>
          <CodeView
            label="What left"
            text={call.sent}
            note={`${call.bytesSent.toLocaleString()} bytes`}
          />
        </div>
      )}
      {call.reply && (
        <div>
          <h3 className="mb-1 font-medium text-fg">What came back</h3>
          <CodeView
            label="What came back"
            text={JSON.stringify(call.reply, null, 2)}
            note={`${call.bytesReceived.toLocaleString()} bytes`}
          />
        </div>
      )}
    </div>
  );
}

function Facts({ call, onShow }: { call: ModelCall; onShow: (id: string) => void }) {
  const { verification: found, failure, replayOf, cost } = call;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['When', <DateTime key="at" value={call.at} mode="local" />],
    ['Asked by', call.account ? call.account.name : 'Watchfloor'],
    ['Endpoint', <Untrusted key="host" text={call.host} />],
    ['Model', <Untrusted key="model" text={call.model} />],
    [
      'Outcome',
      failure ? (
        <span key="outcome">
          {FAILURE_LABELS[failure]}. <Untrusted text={call.failureText} />
        </span>
      ) : (
        (call.finish ?? 'Under way')
      ),
    ],
    [
      'Tokens',
      `${call.tokensSent.toLocaleString()} sent, ${call.tokensReceived.toLocaleString()} received${call.isEstimated ? ' (estimated)' : ''}`,
    ],
    [
      'Reasoning',
      call.reasoning === 0 ? (
        <NoFigure key="reasoning" />
      ) : (
        `${call.reasoning.toLocaleString()} letters, left out of the answer`
      ),
    ],
    ['Cost', cost === null ? <NoFigure key="cost" /> : cost.toFixed(4)],
    [
      'Took',
      call.durationMs === null ? <NoFigure key="ms" /> : `${call.durationMs.toLocaleString()} ms`,
    ],
    [
      'Verification',
      found ? (
        <span key="verified">
          {found.discarded ? 'Discarded: ' : ''}
          {found.claims} claims, {found.dropped} dropped <Untrusted text={found.note} />
        </span>
      ) : (
        <NoFigure key="verified" />
      ),
    ],
  ];
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg-muted">{name}</dt>
          <dd className="min-w-0 break-words text-fg">{value}</dd>
        </div>
      ))}
      {replayOf !== null && (
        <div className="contents">
          <dt className="text-fg-muted">Replay of</dt>
          <dd>
            <button
              type="button"
              className="text-accent-text hover:underline"
              onClick={() => onShow(replayOf)}
            >
              the recorded call
            </button>
          </dd>
        </div>
      )}
    </dl>
  );
}
