/** A conversation as a document: what was asked and answered is text in it, whatever it holds. */
import type { OpenedConversation } from '../../../shared/areas/assistant/chat.contract.ts';
import { type ReportDocument, reportTime } from '../../platform/documents/report.ts';

/** `generatedAt` in ms. */
export function conversationDocument(
  { title, createdAt, messages, history }: OpenedConversation,
  generatedAt: number,
): ReportDocument {
  const left = messages - history.length;
  return {
    title,
    subtitle: 'Conversation with the assistant',
    classification: 'Confidential',
    generatedAt,
    author: null,
    facts: [
      { label: 'Begun', value: reportTime(Date.parse(createdAt)) },
      { label: 'Messages', value: messages.toLocaleString('en') },
      ...(left > 0
        ? [{ label: 'Left out', value: `The oldest ${left.toLocaleString('en')}` }]
        : []),
    ],
    sections: history.map(({ isUser, timestamp, content, details }) => ({
      title: `${isUser ? 'Question' : 'Answer'}, ${reportTime(Date.parse(timestamp))}`,
      blocks: [
        ...content.split(/\n{2,}/).map((text) => ({ type: 'paragraph', text }) as const),
        ...(details && details.evidence.length > 0
          ? [
              {
                type: 'list',
                items: details.evidence.map(({ ref, label }) => `${ref.kind}: ${label}`),
              } as const,
            ]
          : []),
      ],
    })),
  };
}
