import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type ControlException,
  type NewControlException,
  newControlExceptionSchema,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import {
  type ControlDetail,
  controlsContract,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay, useUser } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { AccountSelect, NOBODY } from './control-edit-dialog.tsx';
import { ControlFormDialog } from './control-form-dialog.tsx';
import { ControlSection } from './control-section.tsx';
import { exceptionsQuery, useControlChange } from './controls.queries.ts';
import { timeOfDay } from './controls.text.ts';
import { shownDay } from './scores.day.ts';
import { useControlNotice } from './use-control-notice.ts';

interface ControlExceptionsProps {
  control: ControlDetail;
  nameOf: (accountId: string) => string;
}

/** Agreed departures from the control: by whom, why, until when. */
export function ControlExceptions({ control, nameOf }: ControlExceptionsProps) {
  const { data = [] } = useQuery(exceptionsQuery(useClient(), control.id));
  const [isAsking, setIsAsking] = useState(false);
  const mayWrite = useMay('compliance.write');
  return (
    <ControlSection
      title="Exceptions"
      actions={
        mayWrite &&
        control.exceptionUntil === null && (
          <Button size="sm" onClick={() => setIsAsking(true)}>
            Add exception
          </Button>
        )
      }
    >
      {data.length === 0 && <p className="text-fg-muted">No exception was made.</p>}
      <ul className="flex flex-col gap-2">
        {data.map((exception) => (
          <Exception key={exception.id} exception={exception} nameOf={nameOf} />
        ))}
      </ul>
      {isAsking && <ExceptionDialog controlId={control.id} onClose={() => setIsAsking(false)} />}
    </ControlSection>
  );
}

interface ExceptionProps {
  exception: ControlException;
  nameOf: (accountId: string) => string;
}

function Exception({ exception, nameOf }: ExceptionProps) {
  const mayWrite = useMay('compliance.write');
  const zone = useTimeZone();
  const { succeed, fail } = useControlNotice();
  const end = useControlChange((client, id: string) =>
    client.call(controlsContract.endException, { params: { id } }),
  );
  const { isInForce, endedAt, expiresAt, rule } = exception;
  const until = shownDay(endedAt ?? expiresAt, zone);
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-center gap-1.5">
        <Badge tone={isInForce ? 'warn' : 'neutral'}>
          {isInForce ? `Until ${until}` : endedAt ? `Ended ${until}` : `Expired ${until}`}
        </Badge>
        <span className="text-xs text-fg-muted">
          Owner {exception.owner === null ? 'not named' : nameOf(exception.owner)}
        </span>
      </p>
      <p className="text-fg">
        <Untrusted text={exception.reason} newlines="keep" />
      </p>
      {rule && (
        <p className="text-fg-muted">
          Stands for the suppression rule{' '}
          <Link
            to={`/suppressions?rule=${encodeURIComponent(rule.id)}`}
            className="rounded-sm text-accent-text underline underline-offset-2"
          >
            <Untrusted text={rule.name} max={120} expand="none" />
          </Link>
          , and ends with it.
        </p>
      )}
      {isInForce && mayWrite && rule === null && (
        <Button
          size="sm"
          variant="ghost"
          disabled={end.isPending}
          onClick={() =>
            end.mutate(exception.id, {
              onSuccess: () => succeed('Exception ended'),
              onError: (error) => fail('Failed to end exception', error),
            })
          }
        >
          End exception
        </Button>
      )}
    </li>
  );
}

function ExceptionDialog({ controlId, onClose }: { controlId: string; onClose: () => void }) {
  const me = useUser();
  const [owner, setOwner] = useState(me.id);
  const [reason, setReason] = useState('');
  const [day, setDay] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { succeed, fail } = useControlNotice();
  const create = useControlChange((client, body: NewControlException) =>
    client.call(controlsContract.createException, { params: { id: controlId }, body }),
  );
  const submit = () => {
    const parsed = newControlExceptionSchema.safeParse({
      owner: owner === NOBODY ? '' : owner,
      reason,
      expiresAt: timeOfDay(day) ?? '',
    });
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
      return setErrors(Object.fromEntries(issues.reverse()));
    }
    create.mutate(parsed.data, {
      onSuccess: () => {
        onClose();
        succeed('Exception created successfully');
      },
      onError: (error) => fail('Failed to create exception', error),
    });
  };
  return (
    <ControlFormDialog
      title="Add exception"
      description="It ends by itself on the day it expires."
      isDirty={reason.trim() !== '' || day !== ''}
      isPending={create.isPending}
      action="Add exception"
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Owner" isRequired error={errors.owner}>
        {(field) => <AccountSelect {...field} value={owner} onChange={setOwner} />}
      </Field>
      <Field label="Reason" isRequired error={errors.reason}>
        {(field) => (
          <Textarea
            {...field}
            value={reason}
            maxLength={1000}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Field label="Expires on" isRequired error={errors.expiresAt}>
        {(field) => (
          <Input
            {...field}
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
      </Field>
    </ControlFormDialog>
  );
}
