import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { CHAT_MESSAGE_MAX } from '../../../shared/areas/assistant/chat.contract.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { CONTROL_STYLES } from '../../ui/field.tsx';

interface ChatComposerProps {
  draft: string;
  setDraft: (draft: string) => void;
  isBusy: boolean;
  /** False: it was not sent, and stays. */
  onSend: (text: string) => boolean;
}

/** Enter sends, Shift and Enter breaks the line, a blank message stays where it is. */
export function ChatComposer({ draft, setDraft, isBusy, onSend }: ChatComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  const send = () => {
    if (onSend(draft.trim())) setDraft('');
  };
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
        maxLength={CHAT_MESSAGE_MAX}
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
        disabled={draft.trim() === '' || isBusy}
      />
    </form>
  );
}
