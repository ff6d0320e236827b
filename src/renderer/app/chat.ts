import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';

const keptSchema = z.object({ userId: z.string(), conversationId: z.string().max(100) });

interface ChatState {
  readonly isOpen: boolean;
  /** The one that is open; null: a new one. What was said is kept by the core. */
  readonly conversationId: string | null;
  /** What is typed and not sent; closing the widget does not lose it. */
  readonly draft: string;
  setOpen(isOpen: boolean): void;
  setDraft(draft: string): void;
  setConversation(id: string | null): void;
  /** Goes on with the conversation that this account had open in this session. */
  begin(userId: string): void;
  /** Opens the chat with a question in its field, to be sent by the asker. */
  ask(text: string): void;
}

export type ChatStore = StoreApi<ChatState>;

export interface ChatDeps {
  /** Lives as long as the window's session. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

const STORAGE_KEY = 'watchfloor.chat';

export function createChatStore({ storage }: ChatDeps): ChatStore {
  return createStore((set) => {
    let userId = '';
    return {
      isOpen: false,
      conversationId: null,
      draft: '',
      setOpen: (isOpen) => set({ isOpen }),
      setDraft: (draft) => set({ draft }),
      setConversation(conversationId) {
        set({ conversationId });
        keep(storage, conversationId === null ? null : { userId, conversationId });
      },
      begin(user) {
        if (userId === user) return;
        userId = user;
        set({ conversationId: kept(storage, user), draft: '' });
      },
      ask: (text) => set({ isOpen: true, draft: text }),
    };
  });
}

function kept(storage: ChatDeps['storage'], userId: string): string | null {
  try {
    const { data } = keptSchema.safeParse(JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null'));
    return data?.userId === userId ? data.conversationId : null;
  } catch {
    return null;
  }
}

/** Storage may be refused (private windows): the place is then kept as long as the page. */
function keep(storage: ChatDeps['storage'], place: z.infer<typeof keptSchema> | null): void {
  try {
    if (place === null) storage.removeItem(STORAGE_KEY);
    else storage.setItem(STORAGE_KEY, JSON.stringify(place));
  } catch {
    return;
  }
}
