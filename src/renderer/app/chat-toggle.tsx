import { MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { Button } from '../ui/button.tsx';
import { useServices } from './services-context.tsx';

const ChatWidget = lazy(async () => ({
  default: (await import('./chat-widget.tsx')).ChatWidget,
}));

/** Opens and closes the assistant's chat, which floats over the page and is loaded when it is first opened. */
export function ChatToggle() {
  const { chat } = useServices();
  const { isOpen, setOpen } = useStore(chat);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        icon={<MessageSquareText aria-hidden />}
        label="Assistant chat"
        title="Assistant chat"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen &&
        createPortal(
          <Suspense>
            <ChatWidget
              onClose={() => {
                setOpen(false);
                button.current?.focus();
              }}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
