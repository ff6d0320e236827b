import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ExportSubjectInput } from '../../../shared/areas/exchange/exchange.contract.ts';
import {
  type ExportFormat,
  FORMAT_WORDS,
  FORMATS_OF,
  PASSWORD_MIN,
} from '../../../shared/areas/exchange/exchange.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { receiptQuery, useExport, useSaveFile } from './exchange.queries.ts';
import { ReceiptDetails } from './receipt-details.tsx';

export interface ShareDialogProps {
  subject: ExportSubjectInput;
  /** What it is called; strangers may have written it. */
  title: string;
  onClose: () => void;
}

/** Chooses a format, makes the file, and shows what of it was lost on the way. */
export function ShareDialog({ subject, title, onClose }: ShareDialogProps) {
  const formats = FORMATS_OF[subject.type];
  const [format, setFormat] = useState<ExportFormat>(formats[0] ?? 'stix');
  const [password, setPassword] = useState('');
  const make = useExport();
  const id = make.data?.id ?? null;
  const isPackage = format === 'package';
  const isShort = isPackage && password !== '' && password.length < PASSWORD_MIN;
  const begin = () =>
    make.mutate({ subject, format, ...(isPackage && password !== '' ? { password } : {}) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={id === null ? 'Export' : 'Export receipt'}
      description={<Untrusted text={title} max={120} expand="none" />}
      size="lg"
      footer={
        id === null ? (
          <Buttons isReady={!isShort && !make.isPending} onExport={begin} />
        ) : (
          <DoneButtons id={id} onClose={onClose} />
        )
      }
    >
      {id !== null ? (
        <Made id={id} />
      ) : (
        <div className="flex flex-col gap-4">
          <Field label="Format" hint={FORMAT_WORDS[format].note}>
            {(control) => (
              <Select
                {...control}
                value={format}
                options={formats.map((value) => ({ value, label: FORMAT_WORDS[value].label }))}
                onValueChange={(value) => setFormat(formats.find((one) => one === value) ?? format)}
              />
            )}
          </Field>
          {isPackage && (
            <Field
              label="Password"
              hint={`Optional. At least ${PASSWORD_MIN} characters; nobody can open the file without it.`}
              error={isShort ? `Password must be at least ${PASSWORD_MIN} characters` : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="new-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </Field>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Buttons({ isReady, onExport }: { isReady: boolean; onExport: () => void }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose}>Cancel</Button>
      <Button variant="primary" disabled={!isReady} onClick={onExport}>
        Export
      </Button>
    </>
  );
}

function DoneButtons({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(receiptQuery(useClient(), id));
  const save = useSaveFile();
  return (
    <>
      <Button onClick={onClose}>Done</Button>
      <Button
        variant="primary"
        icon={<Download aria-hidden />}
        disabled={data?.state !== 'DONE'}
        onClick={() => data && void save(data)}
      >
        Save file
      </Button>
    </>
  );
}

function Made({ id }: { id: string }) {
  const { data } = useQuery(receiptQuery(useClient(), id));
  return data ? <ReceiptDetails receipt={data} /> : <Progress label="Working" value={null} />;
}
