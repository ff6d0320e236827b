import { useQuery } from '@tanstack/react-query';
import { NotebookPen, RotateCcw, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ChatMessage } from '../../../shared/areas/assistant/chat.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { type Asking, runQuery } from './chat.queries.ts';
import { ChatAnswer } from './chat-answer.tsx';

const TEXT_MAX = 2_000;

interface ChatLogProps {
  /** Who answers: 'Assistant' or 'Analyst'. */
  name: string;
  greeting: string;
  messages: readonly ChatMessage[];
  asking: Asking;
  suggestions: readonly string[];
  onNote: (messageId: string) => void;
}

/** What was said, the newest at the bottom. */
export function ChatLog(props: ChatLogProps) {
  const { name, greeting, messages, asking, suggestions, onNote } = props;
  const last = messages.at(-1);
  const end = useEndInSight(`${last?.id ?? ''} ${asking.pending?.runId ?? ''}`);
  const offered =
    last && !last.isUser && last.details?.suggestions.length
      ? last.details.suggestions
      : suggestions;
  return (
    <div
      role="log"
      aria-label="Conversation"
      aria-busy={asking.isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4 outline-offset-[-2px]"
    >
      <Bubble who={name}>
        <p>{greeting}</p>
      </Bubble>
      {messages.map((message) => (
        <Message key={message.id} name={name} message={message} onNote={onNote} />
      ))}
      {asking.pending && <Pending name={name} asking={asking} />}
      {!asking.pending && <Suggestions suggestions={offered} onAsk={asking.ask} />}
      <div ref={end} />
    </div>
  );
}

/** Scrolls to what is new. */
function useEndInSight(newest: string) {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new message is scrolled to
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  return end;
}

interface BubbleProps {
  who: string;
  at?: string;
  isUser?: boolean;
  foot?: ReactNode;
  children: ReactNode;
}

function Bubble({ who, at, isUser = false, foot, children }: BubbleProps) {
  return (
    <div className={cx('min-w-0', isUser ? 'max-w-[85%] self-end' : 'w-full self-start')}>
      <p className="px-1 text-xs text-fg-muted">
        {who}
        {at !== undefined && (
          <>
            {' · '}
            <DateTime value={at} />
          </>
        )}
      </p>
      <div className={cx('mt-0.5 rounded-lg px-3 py-2', isUser ? 'bg-accent-soft' : 'bg-raised')}>
        {children}
      </div>
      {foot}
    </div>
  );
}

interface MessageProps {
  name: string;
  message: ChatMessage;
  onNote: (messageId: string) => void;
}

function Message({ name, message, onNote }: MessageProps) {
  const mayNote = useMay('alerts.write');
  const { content, isUser, details, timestamp } = message;
  if (isUser)
    return (
      <Bubble who="You" at={timestamp} isUser>
        <Untrusted text={content} max={TEXT_MAX} newlines="keep" />
      </Bubble>
    );
  return (
    <Bubble
      who={details?.by === 'model' ? `${name}, with a model` : name}
      at={timestamp}
      foot={
        <div className="flex gap-1 pt-0.5">
          <CopyButton text={content} />
          {mayNote && (
            <Button
              size="sm"
              variant="ghost"
              icon={<NotebookPen aria-hidden />}
              onClick={() => onNote(message.id)}
            >
              Make a note
            </Button>
          )}
        </div>
      }
    >
      {details ? (
        <ChatAnswer answer={details} />
      ) : (
        <Untrusted text={content} max={TEXT_MAX} newlines="keep" />
      )}
    </Bubble>
  );
}

function Pending({ name, asking }: { name: string; asking: Asking }) {
  const { pending } = asking;
  const client = useClient();
  const run = useQuery(runQuery(client, pending?.error === null ? pending.runId : null));
  if (!pending) return null;
  return (
    <>
      <Bubble who="You" isUser>
        <Untrusted text={pending.text} max={TEXT_MAX} newlines="keep" />
      </Bubble>
      {pending.error ? (
        <div role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
          <p>This was not answered: {describeError(pending.error).why}</p>
          <Button
            size="sm"
            className="mt-1.5"
            icon={<RotateCcw aria-hidden />}
            onClick={asking.retry}
          >
            Try again
          </Button>
        </div>
      ) : (
        <Bubble who={name}>
          {run.data?.text && <Untrusted text={run.data.text} max={TEXT_MAX} newlines="keep" />}
          <PastPhases phases={run.data?.phases.slice(0, -1) ?? []} />
          <p className="flex items-center gap-2 text-fg-muted">
            <span aria-hidden className="size-2 animate-pulse-dot rounded-full bg-current" />
            {run.data?.phases.at(-1) ?? 'Reading the workspace'}
            <Button
              size="sm"
              variant="ghost"
              icon={<Square aria-hidden />}
              className="ml-auto"
              onClick={asking.stop}
            >
              Stop
            </Button>
          </p>
        </Bubble>
      )}
    </>
  );
}

/** What it has done so far; what it does now is said below. */
function PastPhases({ phases }: { phases: readonly string[] }) {
  if (phases.length === 0) return null;
  return (
    <ol aria-label="Done so far" className="flex flex-col gap-0.5 text-xs text-fg-muted">
      {phases.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are only added at the end, and may repeat
        <li key={place}>{text}</li>
      ))}
    </ol>
  );
}

interface SuggestionsProps {
  suggestions: readonly string[];
  onAsk: (text: string) => void;
}

function Suggestions({ suggestions, onAsk }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label="Suggestions" className="flex flex-wrap gap-1.5">
      {suggestions.map((text) => (
        <li key={text} className="max-w-full">
          <Button
            size="sm"
            className="h-auto min-h-7 max-w-full text-left whitespace-normal!"
            onClick={() => onAsk(text)}
          >
            <Untrusted text={text} max={120} expand="none" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
