import { MessageSquareText, SendHorizontal, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useUser } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { TopBarPanel } from './top-bar-panel.tsx';

/** The assistant's place: it greets, and says that it does not answer in this version. */
export function ChatPanel() {
  const { firstName } = useUser();
  return (
    <TopBarPanel
      title="Assistant"
      staysOpen
      trigger={
        <Button
          variant="ghost"
          icon={<MessageSquareText aria-hidden />}
          label="Assistant chat"
          title="Assistant chat"
        />
      }
      actions={
        <Popover.Close asChild>
          <Button variant="ghost" size="sm" icon={<X aria-hidden />} label="Close" />
        </Popover.Close>
      }
    >
      <div className="flex flex-col gap-2 p-4">
        <p className="self-start rounded-lg bg-raised px-3 py-2 text-fg">
          {firstName ? `Hello ${firstName}.` : 'Hello.'} I am the assistant of this workspace.
          Answering questions is not part of this version.
        </p>
      </div>
      <div className="flex gap-2 border-t border-line p-3">
        <input
          disabled
          aria-label="Message"
          placeholder="Answering is not part of this version"
          className="h-8 min-w-0 flex-1 rounded-md border border-line bg-sunken px-2.5 text-fg-muted placeholder:text-fg-faint disabled:cursor-not-allowed"
        />
        <Button
          disabled
          variant="primary"
          icon={<SendHorizontal aria-hidden />}
          label="Send message"
        />
      </div>
    </TopBarPanel>
  );
}
