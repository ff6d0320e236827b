import { useQuery } from '@tanstack/react-query';
import type {
  Preview,
  PreviewRequestInput,
  PreviewRole,
} from '../../../shared/areas/models/redaction.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { previewQuery } from './redaction.queries.ts';

/** Exactly what would leave for a task and a record, what stands for what, and what was removed. */
export function RedactionPreview({ request }: { request: PreviewRequestInput }) {
  const preview = useQuery(previewQuery(useClient(), request));
  if (preview.isError)
    return (
      <ErrorState
        title="Nothing can be shown, and nothing would be sent"
        error={preview.error}
        onRetry={() => void preview.refetch()}
        isRetrying={preview.isFetching}
      />
    );
  if (!preview.data) return <Skeleton className="h-40 w-full" />;
  return <ShownPreview preview={preview.data} />;
}

export function ShownPreview({ preview }: { preview: Preview }) {
  const { messages, pseudonyms, removed, characters, isWhole } = preview;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-xs text-fg-muted tabular-nums">
        {characters.toLocaleString('en')} characters.{' '}
        {!isWhole && 'Instructions of the task are added; they hold no data of this workspace.'}
      </p>
      {named(messages).map(({ name, content }) => (
        <div key={name}>
          <h3 className="mb-1 text-xs font-semibold text-fg-muted">{name}</h3>
          <ScrollRegion
            label={name}
            className="max-h-56 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-relaxed"
          >
            <Untrusted text={content} newlines="keep" max={60_000} />
          </ScrollRegion>
        </div>
      ))}
      <section aria-label="Removed for good">
        <h3 className="mb-1 text-xs font-semibold text-fg-muted">Removed for good</h3>
        {removed.length === 0 ? (
          <p className="text-fg-muted">Nothing was found that had to be removed.</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {removed.map(({ kind, count }) => (
              <li key={kind}>
                <Badge tone="warn">
                  {kind}: {count}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Pseudonyms pseudonyms={pseudonyms} />
    </div>
  );
}

const LABELS: Readonly<Record<PreviewRole, string>> = {
  system: 'Instructions',
  user: 'What is sent',
  assistant: 'What the model said before',
  tool: 'What a tool answered',
};

/** Each by its role; of several of one role by their number, too. */
function named(messages: Preview['messages']) {
  const all = Map.groupBy(messages, ({ role }) => role);
  return messages.map((message) => {
    const ofRole = all.get(message.role) ?? [];
    const number = ofRole.indexOf(message) + 1;
    const label = LABELS[message.role];
    return {
      ...message,
      name: ofRole.length > 1 ? `${label}, ${number} of ${ofRole.length}` : label,
    };
  });
}

function Pseudonyms({ pseudonyms }: Pick<Preview, 'pseudonyms'>) {
  if (pseudonyms.length === 0) return null;
  return (
    <section aria-label="Pseudonyms">
      <h3 className="mb-1 text-xs font-semibold text-fg-muted">
        Pseudonyms: the model sees the left one, you see the right one
      </h3>
      <ScrollRegion label="Table of pseudonyms" className="max-h-48">
        <table className="w-full text-left text-sm">
          <thead className="text-xs text-fg-muted">
            <tr>
              <th className="py-1 pr-4 font-medium">Sent</th>
              <th className="py-1 font-medium">Stands for</th>
            </tr>
          </thead>
          <tbody>
            {pseudonyms.map(({ name, value }) => (
              <tr key={name} className="border-t border-line">
                <td className="py-1 pr-4 font-mono text-xs">{name}</td>
                <td className="py-1">
                  <Untrusted text={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
