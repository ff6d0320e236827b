import { type FormEvent, useState } from 'react';
import {
  type EvidenceDetail,
  evidenceContract,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useEvidenceChange } from './evidence.queries.ts';
import { Part } from './evidence-part.tsx';

type Verdict = 'ACCEPTED' | 'REJECTED';

const WHY_NOT: Partial<Record<EvidenceDetail['mayReview'], string>> = {
  'no-own': 'You collected or changed this evidence: another person must review it.',
  'no-permission': 'Your role does not review evidence.',
};

/** The verdict, and the form for one where this person may give it. */
export function ReviewPart({ evidence }: { evidence: EvidenceDetail }) {
  const [isAnew, setIsAnew] = useState(false);
  const isPending = evidence.verdict === 'PENDING';
  const mayReview = evidence.mayReview === 'yes' || evidence.mayReview === 'self-approved';
  return (
    <Part title="Review">
      <Verdict evidence={evidence} />
      {evidence.supersededBy === null && mayReview && (isPending || isAnew) && (
        <ReviewForm evidence={evidence} />
      )}
      {evidence.supersededBy === null && mayReview && !isPending && !isAnew && (
        <Button size="sm" className="self-start" onClick={() => setIsAnew(true)}>
          Review again
        </Button>
      )}
      {isPending && !mayReview && <p className="text-fg-muted">{WHY_NOT[evidence.mayReview]}</p>}
    </Part>
  );
}

function Verdict({ evidence }: { evidence: EvidenceDetail }) {
  if (evidence.verdict === 'PENDING')
    return <p className="text-fg">Waits for a review. Until then it proves nothing.</p>;
  return (
    <div className="flex flex-col gap-1 text-fg">
      <p>
        {evidence.verdict === 'ACCEPTED' ? 'Accepted' : 'Rejected'}
        {evidence.reviewedByName !== null && ` by ${evidence.reviewedByName}`}
        {evidence.isSelfApproved && ', self-approved'}{' '}
        {evidence.reviewedAt !== null && <DateTime value={evidence.reviewedAt} />}
      </p>
      {evidence.reviewNote !== null && (
        <p className="text-fg-muted">
          <Untrusted text={evidence.reviewNote} newlines="keep" />
        </p>
      )}
    </div>
  );
}

function ReviewForm({ evidence }: { evidence: EvidenceDetail }) {
  const { toast } = useToast();
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | undefined>();
  const review = useEvidenceChange(
    (client, verdict: Verdict) =>
      client.call(evidenceContract.review, {
        params: { id: evidence.id },
        body: { verdict, note: note.trim() || null },
      }),
    {
      onSuccess: () => {
        setNote('');
        toast({ title: 'Success', description: 'Review recorded' });
      },
      onError: useErrorToast(),
    },
  );
  const give = (verdict: Verdict) => (event: FormEvent) => {
    event.preventDefault();
    if (verdict === 'REJECTED' && !note.trim()) return setError('Say why it is rejected');
    review.mutate(verdict);
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={give('ACCEPTED')}>
      <Field
        label="Note"
        error={error}
        hint={
          evidence.mayReview === 'self-approved'
            ? 'Nobody else may review here: your verdict is marked as self-approved.'
            : 'What you looked at, and why it holds or does not.'
        }
      >
        {(control) => (
          <Textarea
            {...control}
            value={note}
            maxLength={1000}
            onChange={(event) => {
              setNote(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {evidence.verdict !== 'ACCEPTED' && (
          <Button type="submit" variant="primary" size="sm" disabled={review.isPending}>
            Accept
          </Button>
        )}
        {evidence.verdict !== 'REJECTED' && (
          <Button size="sm" disabled={review.isPending} onClick={give('REJECTED')}>
            Reject
          </Button>
        )}
      </div>
    </form>
  );
}
