import { SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { useUser } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { DateTime } from '../ui/date-time.tsx';
import { CONTROL_STYLES } from '../ui/field.tsx';
import { Untrusted } from '../ui/untrusted.tsx';
import type { ChatMessage } from './chat.ts';
import { useServices } from './services-context.tsx';

const MESSAGE_CHARS = 2_000;

/** Floats over the page, which stays usable beside it; Escape closes it and gives the focus back. */
export function ChatWidget({ onClose }: { onClose: () => void }) {
  const { chat } = useServices();
  const { messages, begin } = useStore(chat);
  const user = useUser();
  const titleId = useId();
  useEffect(() => begin(user), [begin, user]);
  return (
    <aside
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      className="fixed right-4 bottom-4 z-30 flex h-[min(32rem,calc(100dvh-5rem))] w-92 max-w-[calc(100vw-2rem)] animate-pop flex-col rounded-lg bg-surface text-fg shadow-float"
    >
      <header className="flex min-h-11 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 id={titleId} className="min-w-0 flex-1 text-sm font-semibold">
          Assistant
        </h2>
        <Button
          variant="ghost"
          size="sm"
          icon={<X aria-hidden />}
          label="Close"
          onClick={onClose}
        />
      </header>
      <Messages messages={messages} />
      <Composer />
    </aside>
  );
}

function Messages({ messages }: { messages: readonly ChatMessage[] }) {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new message is scrolled to
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [messages]);
  return (
    <div
      role="log"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 outline-offset-[-2px]"
    >
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      <div ref={end} />
    </div>
  );
}

function Message({ message }: { message: ChatMessage }) {
  const { isUser } = message;
  return (
    <div className={cx('max-w-[90%]', isUser ? 'self-end' : 'self-start')}>
      <p className="px-1 text-xs text-fg-muted">
        {isUser ? 'You' : 'Assistant'} · <DateTime value={message.timestamp} />
      </p>
      <div className={cx('mt-0.5 rounded-lg px-3 py-2', isUser ? 'bg-accent-soft' : 'bg-raised')}>
        <Untrusted text={message.content} max={MESSAGE_CHARS} newlines="keep" />
        {message.links.length > 0 && (
          <ul className="mt-1.5 flex flex-col gap-1">
            {message.links.map((link) => (
              <li key={link.to}>
                <Link
                  to={link.to}
                  className="rounded-sm text-accent-text underline underline-offset-2"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Composer() {
  const { chat } = useServices();
  const { draft, setDraft, send } = useStore(chat);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
        input.current?.focus();
      }}
      className="flex items-end gap-2 border-t border-line p-3"
    >
      <textarea
        ref={input}
        rows={2}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        aria-label="Message"
        placeholder="Enter sends, Shift and Enter begins a line"
        className={cx(CONTROL_STYLES, 'max-h-40 resize-none py-1.5')}
      />
      <Button
        type="submit"
        variant="primary"
        icon={<SendHorizontal aria-hidden />}
        label="Send message"
        disabled={draft.trim() === ''}
      />
    </form>
  );
}
