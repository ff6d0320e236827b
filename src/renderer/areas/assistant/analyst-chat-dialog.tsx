import { X } from 'lucide-react';
import { useState } from 'react';
import type { ChatContext } from '../../../shared/areas/assistant/chat.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChatPanel } from './chat-panel.tsx';

const GREETING =
  'Ask about this case: what happened on a host, why alerts were grouped or linked, what a technique ' +
  'means. I answer from this workspace, with the records each answer rests on, and change nothing.';

export interface AnalystChatProps {
  open: boolean;
  onClose: () => void;
  /** The incident or alert that the questions are about. */
  incidentId?: string | null;
  context?: ChatContext;
}

/** SOC Analyst Assistance: questions about a case, each kept with its answer. */
export function AnalystChat({ open, onClose, incidentId, context }: AnalystChatProps) {
  const [conversationId, setConversation] = useState<string | null>(null);
  const [draft, setDraft] = useState('');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="SOC Analyst Assistance"
      size="lg"
      look="bare"
      isDirty={draft.trim() !== ''}
    >
      <div className="flex h-[min(40rem,78vh)] min-h-0 flex-col">
        <ChatPanel
          kind="analyst"
          name="Analyst"
          greeting={GREETING}
          place={{ conversationId, setConversation, draft, setDraft }}
          {...(context === undefined ? {} : { context })}
          incidentId={incidentId ?? null}
          heading={(buttons) => (
            <div className="flex items-center gap-1 border-b border-line px-4 py-2.5">
              <p aria-hidden className="flex-1 text-base font-semibold">
                SOC Analyst Assistance
              </p>
              {buttons}
              <Button
                size="sm"
                variant="ghost"
                icon={<X aria-hidden />}
                label="Close"
                onClick={onClose}
              />
            </div>
          )}
        />
      </div>
    </Dialog>
  );
}
