import type { AuditPackage } from '../../../shared/areas/audits/audit-reports.contract.ts';
import { groupedFingerprint } from '../../../shared/areas/audits/audit-reports.rules.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { verifyCommands } from './reports.format.ts';

interface PackageVerifyDialogProps {
  made: AuditPackage | null;
  onClose: () => void;
}

/** What an auditor does with a package, in the commands they type. */
export function PackageVerifyDialog({ made, onClose }: PackageVerifyDialogProps) {
  return (
    <Dialog
      open={made !== null}
      onClose={onClose}
      size="lg"
      title="How to verify a package"
      description="A verifier names every file that was changed, added, removed or renamed. It needs no network and no Watchfloor."
      footer={<Foot />}
    >
      {made && <Steps made={made} />}
    </Dialog>
  );
}

function Steps({ made }: { made: AuditPackage }) {
  const commands = verifyCommands(made.fileName, made.fingerprint);
  return (
    <ol className="flex list-decimal flex-col gap-4 pl-5 text-fg">
      <li>
        <p>
          Tell the auditor this fingerprint by another way than the package: by telephone, on paper,
          face to face. Whoever can change the package can change the key in it.
        </p>
        <Copied text={groupedFingerprint(made.fingerprint)} label="Copy the fingerprint" />
      </li>
      <li>
        <p>
          The auditor takes verify.mjs or verify.py, from the package or, better, from you. Either
          is enough.
        </p>
      </li>
      <li>
        <p>With Node 18 or newer:</p>
        <Copied text={commands.node} label="Copy the command for Node" />
        <p className="mt-3">or with Python 3.8 or newer:</p>
        <Copied text={commands.python} label="Copy the command for Python" />
      </li>
      <li>
        <p>
          Exit code 0 and the word VERIFIED: nothing is missing, added or changed. Exit code 1: each
          line that begins with PROBLEM names what is wrong.
        </p>
      </li>
    </ol>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <div className="mt-1.5 flex items-start gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

function Foot() {
  return (
    <Button variant="primary" onClick={useDialogClose()}>
      Close
    </Button>
  );
}
