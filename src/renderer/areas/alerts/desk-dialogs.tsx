import { DeskHistory } from '../actions/actions.embed.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { ClosingDialog } from './closing-dialog.tsx';
import { CreateAlertDialog } from './create-alert-dialog.tsx';
import { useDesk, useDeskState } from './desk-context.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { ImportHistoryDialog } from './import/import-history-dialog.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import type { DeskActions } from './use-desk-actions.ts';

/** The dialogs of the desk: at most one of its own, and the import of the first waiting file. */
export function DeskDialogs({ actions }: { actions: DeskActions }) {
  const desk = useDesk();
  const dialog = useDeskState((state) => state.dialog);
  const file = useDeskState((state) => state.files[0]);
  const waiting = useDeskState((state) => Math.max(0, state.files.length - 1));
  const close = desk.closeDialog;
  return (
    <>
      <CreateAlertDialog open={dialog?.type === 'create'} onClose={close} />
      {dialog?.type === 'assign' && (
        <AssignDialog id={dialog.id} actions={actions} onClose={close} />
      )}
      {dialog?.type === 'reopen' && (
        <ReopenDialog id={dialog.id} actions={actions} onClose={close} />
      )}
      {dialog?.type === 'close' && (
        <ClosingDialog id={dialog.id} to={dialog.to} actions={actions} onClose={close} />
      )}
      {dialog?.type === 'bulk' && <BulkDialog action={dialog.action} onClose={close} />}
      <DeskHistory />
      {dialog?.type === 'import-history' && (
        <ImportHistoryDialog jobId={dialog.jobId ?? null} onClose={close} />
      )}
      {file && <ImportDialog key={file.key} file={file} waiting={waiting} />}
    </>
  );
}
