import { FileUp, FolderUp } from 'lucide-react';
import { useState } from 'react';
import type {
  PackReceipt,
  RulePack,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import type { HostFile } from '../../../../shared/host.ts';
import { useHost } from '../../../host/host-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../../ui/dialog.tsx';
import { describeError } from '../../../ui/error-text.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { useImportPack, useReadPack } from './rules.queries.ts';

const FOLDER_FILES = 50_000;
const IS_RULE = /\.(?:ya?ml|yara?|tests\.json)$/i;

/** A folder as one file: a JSON line for each rule in it. */
async function folderFile(list: FileList): Promise<File> {
  const files = [...list].filter(({ name }) => IS_RULE.test(name)).slice(0, FOLDER_FILES);
  const folder = files[0]?.webkitRelativePath.split('/')[0] || 'rules';
  const lines: string[] = [];
  for (const file of files) {
    const path = file.webkitRelativePath.split('/').slice(1).join('/') || file.name;
    lines.push(`${JSON.stringify({ path, text: await file.text() })}\n`);
  }
  return new File(lines, `${folder}.ndjson`);
}

/** Chooses files, shows what would come of them, and imports them: a new pack, or an update of one. */
export function ImportPackDialog({
  pack,
  onClose,
}: {
  pack: RulePack | null;
  onClose: () => void;
}) {
  const host = useHost();
  const [file, setFile] = useState<HostFile | null>(null);
  const read = useReadPack();
  const save = useImportPack();
  const choose = (chosen: HostFile | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    save.reset();
    read.mutate({ file: chosen, pack: pack?.id ?? null });
  };
  const failure = save.error ?? read.error;
  const isBusy = read.isPending || save.isPending;
  const done = save.data?.receipt ?? null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={pack === null ? 'Import rules' : 'Update pack of rules'}
      description="Sigma (.yml, .yaml) and YARA (.yar, .yara) rules, as a ZIP, a folder or a single file"
      size="lg"
      isDirty={read.data !== undefined && !save.isSuccess}
      footer={
        done ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Cancel isDisabled={save.isPending} />
            <Button
              variant="primary"
              disabled={!read.data || isBusy || file === null}
              onClick={() => file && save.mutate({ file, pack: pack?.id ?? null })}
            >
              {save.isPending ? 'Importing...' : pack === null ? 'Import' : 'Update'}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Button
            icon={<FileUp aria-hidden />}
            disabled={isBusy}
            onClick={async () => choose((await host.pickFiles())[0])}
          >
            Choose file
          </Button>
          {host.kind === 'browser' && (
            <FolderButton
              isDisabled={isBusy}
              onFolder={async (list) =>
                choose((await host.takeDropped([await folderFile(list)]))[0])
              }
            />
          )}
          {file && <Untrusted text={file.name} max={80} className="text-fg-muted" />}
        </div>
        <p role="status" className="text-fg-muted">
          {read.isPending && 'Reading and compiling the rules...'}
        </p>
        {failure && (
          <p role="alert" className="text-bad">
            {describeError(failure).why}
          </p>
        )}
        {(done ?? read.data) && (
          <Receipt
            receipt={(done ?? read.data) as PackReceipt}
            isDone={done !== null}
            isUpdate={pack !== null}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Asks first where a preview would be lost. */
function Cancel({ isDisabled }: { isDisabled: boolean }) {
  const requestClose = useDialogClose();
  return (
    <Button onClick={requestClose} disabled={isDisabled}>
      Cancel
    </Button>
  );
}

function FolderButton({
  isDisabled,
  onFolder,
}: {
  isDisabled: boolean;
  onFolder: (list: FileList) => void;
}) {
  // In no place of the page: a hidden field would be the first to have the dialog's focus.
  const ask = () => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    chooser.multiple = true;
    chooser.webkitdirectory = true;
    chooser.addEventListener('change', () => {
      if (chooser.files?.length) onFolder(chooser.files);
    });
    chooser.click();
  };
  return (
    <Button icon={<FolderUp aria-hidden />} disabled={isDisabled} onClick={ask}>
      Choose folder
    </Button>
  );
}

function Receipt({
  receipt,
  isDone,
  isUpdate,
}: {
  receipt: PackReceipt;
  isDone: boolean;
  isUpdate: boolean;
}) {
  const figures = [
    ['Rules read', receipt.read],
    ['Ready', receipt.ready],
    ['Unsupported', receipt.unsupported],
    ['Invalid', receipt.invalid],
    ['YARA rules', receipt.yara],
    ['Duplicates by id', receipt.duplicateCount],
    ['Rejected files', receipt.rejectedCount],
    ['Files that are no rules', receipt.passedOver],
    ...(isUpdate
      ? ([
          ['New', receipt.newCount],
          ['Changed', receipt.changedCount],
          ['Gone', receipt.goneCount],
          ['Unchanged', receipt.unchanged],
        ] as const)
      : []),
  ] as const;
  const lists = [
    [
      'Rejected',
      receipt.rejected.map(({ file, reason }) => `${file}: ${reason}`),
      receipt.rejectedCount,
    ],
    [
      'Do not run',
      receipt.left.map(({ file, reason }) => `${file}: ${reason}`),
      receipt.unsupported + receipt.invalid,
    ],
    [
      'Duplicates',
      receipt.duplicates.map(({ file, first }) => `${file}: the same id as ${first}`),
      receipt.duplicateCount,
    ],
    ...(isUpdate
      ? ([
          ['New', receipt.fresh.map(({ title }) => title), receipt.newCount],
          ['Changed', receipt.changed.map(({ title }) => title), receipt.changedCount],
          ['Gone', receipt.gone.map(({ title }) => title), receipt.goneCount],
        ] as const)
      : []),
  ] as const;
  return (
    <section aria-label={isDone ? 'Receipt' : 'Preview'} className="flex flex-col gap-3">
      <p className="font-medium text-fg">
        {isDone ? 'Imported' : 'Nothing is written yet: this is what would come of it'}
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-4">
        {figures.map(([label, count]) => (
          <div key={label} className="flex justify-between gap-2">
            <dt className="text-fg-muted">{label}</dt>
            <dd className="tabular-nums">{count.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
      {lists.map(([label, items, whole]) =>
        items.length === 0 ? null : (
          <details key={label}>
            <summary className="cursor-pointer">
              {label}: {whole.toLocaleString()}
            </summary>
            <ul className="mt-1 max-h-40 list-disc overflow-auto pl-5 text-sm">
              {items.map((item) => (
                <li key={item}>
                  <Untrusted text={item} max={300} />
                </li>
              ))}
            </ul>
            {items.length < whole && (
              <p className="text-xs text-fg-muted">
                The first {items.length.toLocaleString()} of {whole.toLocaleString()}
              </p>
            )}
          </details>
        ),
      )}
    </section>
  );
}
