import { useQuery } from '@tanstack/react-query';
import { History, MessageSquarePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ChatContext, ChatKind } from '../../../shared/areas/assistant/chat.contract.ts';
import { suggestionsFor } from '../../../shared/areas/assistant/intents/examples.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { usePageZone } from '../../ui/time-zone.ts';
import { WhatLeaves } from '../models/models.embed.tsx';
import { contextOf } from './chat.context.ts';
import { conversationQuery, useAsk } from './chat.queries.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatConversations } from './chat-conversations.tsx';
import { ChatLog } from './chat-log.tsx';
import { ChatNoteDialog } from './chat-note-dialog.tsx';

export interface ChatPlace {
  readonly conversationId: string | null;
  readonly draft: string;
  readonly setConversation: (id: string | null) => void;
  readonly setDraft: (draft: string) => void;
}

interface ChatPanelProps {
  kind: ChatKind;
  name: string;
  greeting: string;
  place: ChatPlace;
  /** Beyond what the address says. */
  context?: ChatContext;
  incidentId?: string | null;
  /** Beside the buttons of the panel. */
  heading: (buttons: ReactNode) => ReactNode;
}

/** One chat: what was said, where one writes, and the conversations before. */
export function ChatPanel({
  kind,
  name,
  greeting,
  place,
  context,
  incidentId,
  heading,
}: ChatPanelProps) {
  const client = useClient();
  const timeZone = usePageZone();
  const { pathname, search } = useLocation();
  const here = { ...contextOf(pathname, search), ...context };
  const [isListing, setListing] = useState(false);
  const [noted, setNoted] = useState<string | null>(null);
  const { conversationId, setConversation } = place;
  const opened = useQuery(conversationQuery(client, conversationId));
  const asking = useAsk({
    ...{ kind, conversationId: opened.isError ? null : conversationId },
    context: { ...here, timeZone },
    incidentId: incidentId ?? null,
    onConversation: setConversation,
  });
  const begin = () => {
    asking.forget();
    setConversation(null);
    setListing(false);
  };
  const buttons = (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<MessageSquarePlus aria-hidden />}
        label="New conversation"
        title="New conversation"
        onClick={begin}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={<History aria-hidden />}
        label="Conversations"
        title="Conversations"
        aria-pressed={isListing}
        onClick={() => setListing(!isListing)}
      />
    </>
  );
  return (
    <>
      {heading(buttons)}
      {isListing ? (
        <ChatConversations
          kind={kind}
          openId={conversationId}
          onOpen={(id) => {
            asking.forget();
            setConversation(id);
            setListing(false);
          }}
          onRemoved={(id) => {
            if (id === null || id === conversationId) setConversation(null);
          }}
        />
      ) : (
        <ChatLog
          name={name}
          greeting={greeting}
          messages={conversationId === null ? [] : (opened.data?.history ?? [])}
          asking={asking}
          suggestions={suggestionsFor(pathname, here)}
          onNote={setNoted}
        />
      )}
      <WhatLeaves task={kind === 'analyst' ? 'analyst-query' : 'chat'} className="px-3 pb-1" />
      <ChatComposer
        draft={place.draft}
        setDraft={place.setDraft}
        isBusy={asking.isBusy}
        onSend={(text) => {
          const isSent = asking.ask(text);
          if (isSent) setListing(false);
          return isSent;
        }}
      />
      {noted !== null && (
        <ChatNoteDialog messageId={noted} context={here} onClose={() => setNoted(null)} />
      )}
    </>
  );
}
