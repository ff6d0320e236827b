import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';

const messageSchema = z.object({
  id: z.string(),
  content: z.string(),
  isUser: z.boolean(),
  timestamp: z.iso.datetime(),
  links: z.array(z.object({ label: z.string(), to: z.string() })),
});
const historySchema = z.object({ userId: z.string(), messages: z.array(messageSchema) });

export type ChatMessage = z.infer<typeof messageSchema>;

/** A screen that the assistant can lead to, and the words that ask for it. */
export interface ChatPlace {
  readonly label: string;
  readonly path: string;
}

interface ChatState {
  readonly isOpen: boolean;
  readonly messages: readonly ChatMessage[];
  /** What is typed and not sent; closing the widget does not lose it. */
  readonly draft: string;
  setOpen(isOpen: boolean): void;
  setDraft(draft: string): void;
  /** Begins the conversation of an account, or goes on with the one of this session. */
  begin(user: { readonly id: string; readonly firstName: string | null }): void;
  /** Sends the draft; a blank one stays where it is. */
  send(): void;
}

export type ChatStore = StoreApi<ChatState>;

export interface ChatDeps {
  /** Lives as long as the window's session. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly places: readonly ChatPlace[];
  readonly now: () => number;
}

const STORAGE_KEY = 'watchfloor.chat';
const MESSAGES_KEPT = 200;
const SEARCH_CHARS = 200;

export function createChatStore({ storage, places, now }: ChatDeps): ChatStore {
  return createStore((set, get) => {
    let userId = '';
    const say = (content: string, isUser: boolean, links: ChatMessage['links'] = []) => {
      const messages = get().messages;
      const id = `${now()}-${messages.length}`;
      const timestamp = new Date(now()).toISOString();
      set({
        messages: [...messages, { id, content, isUser, timestamp, links }].slice(-MESSAGES_KEPT),
      });
      keep(storage, { userId, messages: [...get().messages] });
    };
    return {
      isOpen: false,
      messages: [],
      draft: '',
      setOpen: (isOpen) => set({ isOpen }),
      setDraft: (draft) => set({ draft }),
      begin(user) {
        if (userId === user.id) return;
        userId = user.id;
        set({ messages: kept(storage, user.id), draft: '' });
        if (get().messages.length === 0) say(greeting(user.firstName), false);
      },
      send() {
        const content = get().draft.trim();
        if (content === '') return;
        set({ draft: '' });
        say(content, true);
        const { text, links } = localReply(content, places);
        say(text, false, links);
      },
    };
  });
}

function greeting(firstName: string | null): string {
  return (
    `Hello${firstName ? ` ${firstName}` : ''}. I am the assistant of this workspace. In this ` +
    'version I can take you to a screen and look for your words in the alerts. I cannot answer ' +
    'questions, analyse alerts or change anything: no model is connected. What you write stays ' +
    'in this window and is gone when it is closed.'
  );
}

/** What can be said without a model: where to look. Nothing of the question leaves the page. */
export function localReply(
  question: string,
  places: readonly ChatPlace[],
): { text: string; links: ChatMessage['links'] } {
  const asked = wordsOf(question);
  const named = places.filter(({ label }) => wordsOf(label).some((word) => asked.includes(word)));
  const search = {
    label: 'Look for these words in the alerts',
    to: `/alerts?q=${encodeURIComponent(question.slice(0, SEARCH_CHARS))}`,
  };
  return {
    text: 'I cannot answer this: no model is connected in this version. Here is where to look.',
    links: [...named.map(({ label, path }) => ({ label: `Open ${label}`, to: path })), search],
  };
}

/** Words of four letters and more, one form for singular and plural. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return words.map((word) => word.replace(/(?<=i)es$|(?<!s)s$/, '').replace(/i$/, 'y'));
}

function kept(storage: ChatDeps['storage'], userId: string): ChatMessage[] {
  try {
    const history: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null');
    const { data } = historySchema.safeParse(history);
    return data?.userId === userId ? data.messages : [];
  } catch {
    return [];
  }
}

/** Storage may be refused (private windows): the history then lasts as long as the page. */
function keep(storage: ChatDeps['storage'], history: z.infer<typeof historySchema>): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(history));
  } catch {
    return;
  }
}
