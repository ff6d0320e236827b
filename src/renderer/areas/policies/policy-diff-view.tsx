import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyDiff } from '../../../shared/areas/policies/policy-versions.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { policyDiffQuery } from './policies.queries.ts';
import { countOf } from './policies.text.ts';

interface DiffViewProps {
  policyId: string;
  /** Ids of versions. */
  from: string;
  to: string;
}

/** What stays the same is shown so far around a change. */
const NEAR_CHARS = 160;
/** More parts than this are not drawn at once. */
const PARTS_SHOWN = 1500;

/** What changed from one version to another: words struck out and words underlined. */
export function DiffView({ policyId, from, to }: DiffViewProps) {
  const diff = useQuery(policyDiffQuery(useClient(), policyId, { from, to }));
  if (from === to) return <p className="text-fg-muted">Choose two different versions.</p>;
  if (diff.isError)
    return (
      <ErrorState
        title="The versions could not be compared"
        error={diff.error}
        onRetry={() => void diff.refetch()}
        isRetrying={diff.isFetching}
      />
    );
  if (!diff.data) return <Skeleton className="h-40 w-full" />;
  return <Changes diff={diff.data} />;
}

const BY_TEXT = {
  word: null,
  line: 'The texts differ too much to be compared by word in time: whole lines are shown.',
  whole: 'The texts differ too much to be compared in time: all of the one and all of the other.',
} as const;

function Changes({ diff }: { diff: PolicyDiff }) {
  const unit = diff.by === 'word' ? (['word', 'words'] as const) : (['line', 'lines'] as const);
  const [shown, setShown] = useState(PARTS_SHOWN);
  const isSame = diff.parts.every(({ type }) => type === 'same');
  const isRenamed = diff.from.title !== diff.to.title;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-xs text-fg-muted tabular-nums">
        {`${diff.from.version} → ${diff.to.version}: ${countOf(diff.added, unit[0], unit[1])} added, ${countOf(diff.removed, unit[0], unit[1])} removed`}
      </p>
      {BY_TEXT[diff.by] !== null && <p className="text-xs text-warn">{BY_TEXT[diff.by]}</p>}
      {isRenamed && (
        <p className="text-sm">
          <span className="text-fg-muted">Title: </span>
          <Part type="removed" text={diff.from.title} /> <Part type="added" text={diff.to.title} />
        </p>
      )}
      {isSame ? (
        <p className="text-fg-muted">The texts are the same.</p>
      ) : (
        <ScrollRegion
          label="Changes"
          className="max-h-80 rounded-md border border-line bg-sunken px-3 py-2 text-sm leading-relaxed"
        >
          {keyed(diff.parts.slice(0, shown)).map(({ key, type, text, place }) => (
            <Part
              key={key}
              type={type}
              text={type === 'same' ? near(text, place, diff.parts.length) : text}
            />
          ))}
          {shown < diff.parts.length && (
            <Button size="sm" onClick={() => setShown(shown + PARTS_SHOWN)}>
              Show more changes
            </Button>
          )}
        </ScrollRegion>
      )}
    </div>
  );
}

function keyed(parts: PolicyDiff['parts']) {
  return parts.map((part, place) => ({ ...part, place, key: `${place}` }));
}

/** The ends of what stays the same, where they touch a change. */
function near(text: string, place: number, count: number): string {
  const before = place === 0 ? '' : text.slice(0, NEAR_CHARS).replace(/\s\S*$/, '');
  const after = place === count - 1 ? '' : text.slice(-NEAR_CHARS).replace(/^\S*\s/, '');
  if (text.length <= 2 * NEAR_CHARS) return text;
  return `${before}${before === '' ? '' : '\n'}[…]${after === '' ? '' : '\n'}${after}`;
}

/** Marked by a line as well as by colour, and said by elements that mean it. */
function Part({ type, text }: PolicyDiff['parts'][number]) {
  if (type === 'same') return <Untrusted text={text} newlines="keep" max={20_000} expand="none" />;
  const content = <Untrusted text={text} newlines="keep" max={20_000} expand="none" />;
  return type === 'added' ? (
    <ins className="rounded-sm bg-ok-soft px-0.5 text-ok underline decoration-2 underline-offset-2">
      <span className="sr-only">added: </span>
      {content}
    </ins>
  ) : (
    <del className="rounded-sm bg-bad-soft px-0.5 text-bad line-through decoration-2">
      <span className="sr-only">removed: </span>
      {content}
    </del>
  );
}
