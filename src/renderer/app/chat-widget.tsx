import { X } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { useUser } from '../api/session.tsx';
import { ChatPanel } from '../areas/assistant/chat-panel.tsx';
import { Button } from '../ui/button.tsx';
import { useServices } from './services-context.tsx';

/** Floats over the page, which stays usable beside it; Escape closes it and gives the focus back. */
export function ChatWidget({ onClose }: { onClose: () => void }) {
  const { chat } = useServices();
  const { begin, conversationId, draft, setConversation, setDraft } = useStore(chat);
  const { id, firstName } = useUser();
  const titleId = useId();
  useEffect(() => begin(id), [begin, id]);
  return (
    <aside
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
      className="fixed right-4 bottom-4 z-30 flex h-[min(38rem,calc(100dvh-5rem))] w-112 max-w-[calc(100vw-2rem)] animate-pop flex-col rounded-lg bg-surface text-fg shadow-float"
    >
      <ChatPanel
        kind="assistant"
        name="Assistant"
        greeting={greeting(firstName)}
        place={{ conversationId, draft, setConversation, setDraft }}
        heading={(buttons) => (
          <header className="flex min-h-11 items-center gap-1 border-b border-line pr-2 pl-4">
            <h2 id={titleId} className="min-w-0 flex-1 text-sm font-semibold">
              Assistant
            </h2>
            {buttons}
            <Button
              variant="ghost"
              size="sm"
              icon={<X aria-hidden />}
              label="Close"
              onClick={onClose}
            />
          </header>
        )}
      />
    </aside>
  );
}

function greeting(firstName: string | null): string {
  return (
    `Hello${firstName ? ` ${firstName}` : ''}. I answer from this workspace: alerts, cases, ` +
    'controls and what is due, each figure with the screen that shows it. I read what you may ' +
    'read, and I change nothing. Only you see what you ask.'
  );
}
