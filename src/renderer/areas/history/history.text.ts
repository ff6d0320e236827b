import { localMinute } from '../../ui/time.ts';

/** Actions of the audit log in words, to stand behind a name. */
const VERBS: Readonly<Record<string, string>> = {
  create: 'created it',
  update: 'changed it',
  edit: 'changed it',
  remove: 'removed it',
  delete: 'removed it',
  import: 'imported it',
  assess: 'assessed it',
  reassess: 'assessed it again',
  mitigate: 'marked it mitigated',
  accept: 'accepted it',
  renew: 'renewed it',
  transfer: 'transferred it',
  reopen: 'opened it again',
  review: 'reviewed it',
  submit: 'submitted it for review',
  approve: 'approved it',
  'request-changes': 'asked for changes',
  deprecate: 'deprecated it',
  outdate: 'marked it outdated',
  suspend: 'suspended it',
  terminate: 'terminated it',
  reinstate: 'reinstated it',
  extend: 'extended it',
  end: 'ended it',
  expire: 'ended it at its expiry',
  apply: 'applied it to open alerts',
  'set-policy': 'changed what is closed by itself',
  'set-points': 'changed the points in use',
  'switch-pattern': 'switched it',
  audit: 'audited a decision',
  'second-look': 'took a second look',
  'close-automatically': 'closed an alert by it',
  link: 'linked it',
  unlink: 'took the link off',
  complete: 'completed it',
  renewAcceptance: 'renewed its acceptance',
  addTask: 'added a task',
  updateTask: 'changed a task',
  finishTask: 'finished a task',
  reopenTask: 'opened a task again',
  removeTask: 'removed a task',
  addReview: 'recorded a review',
  linkControl: 'linked a control',
  weighControl: 'changed the weight of a control',
  unlinkControl: 'unlinked a control',
  assessResidual: 'assessed its residual',
  withdrawResidual: 'withdrew the own assessment of its residual',
  refreshResidual: 'recomputed its residual',
  quantify: 'stated ranges of loss and frequency',
  unquantify: 'removed the ranges of loss and frequency',
  setScenario: 'said which cases are its scenario',
  addCase: 'added a case',
  excludeCase: 'took a case out',
  removeCase: 'removed a case',
  propose: 'proposed a likelihood from cases',
  confirmLikelihood: 'confirmed a proposed likelihood',
  dismissLikelihood: 'dismissed a proposed likelihood',
  'new-version': 'began a new version',
  discard: 'discarded the next version',
  evidence: 'kept it as evidence',
  'ask-attestation': 'asked for attestations',
  'withdraw-attestation': 'withdrew the request for attestations',
  attest: 'attested to it',
  'complete-review': 'completed its review',
  mark: 'set how critical it is',
  'add-note': 'wrote a note',
  'change-note': 'changed a note',
  'remove-note': 'removed a note',
  change: 'changed it',
  refresh: 'generated it anew',
  'hand-over': 'handed the shift over',
  acknowledge: 'acknowledged it',
  'add-document': 'added a document',
  'update-document': 'changed a document',
  'remove-document': 'removed a document',
  'add-subprocessor': 'added a sub-processor',
  'update-subprocessor': 'changed a sub-processor',
  'remove-subprocessor': 'removed a sub-processor',
  tier: 'tiered it',
  'match-signals': 'matched alerts with it',
  'assessment-create': 'began an assessment',
  'assessment-answer': 'recorded answers',
  'assessment-read': 'read answers from a workbook',
  'assessment-send': 'sent a questionnaire',
  'assessment-submit': 'handed answers in',
  'assessment-review': 'reviewed answers',
  'assessment-return': 'returned answers',
  'assessment-complete': 'completed an assessment',
  'assessment-cancel': 'cancelled an assessment',
  'reassessment-update': 'changed a reassessment',
  'reassessment-start': 'started a reassessment',
  'reassessment-done': 'finished a reassessment',
  'reassessment-dismiss': 'dismissed a reassessment',
};

/** Where a verb means something else for a kind of record. */
const ACTIONS: Readonly<Record<string, string>> = {
  'vendors.review': 'sent it to review',
  'policies.review': 'reviewed it and left it as it is',
  'forensics.open': 'opened it',
  'forensics.begin': 'began to examine it',
  'forensics.resume': 'resumed its run',
  'forensics.cancel': 'cancelled its run',
  'forensics.cutOff': 'marked its run as interrupted',
  'forensics.fail': 'ended its run with an error',
  'forensics.record': 'recorded what was found',
  'forensics.opinion': 'kept what a model wrote',
  'forensics.close': 'closed it',
  'forensics.freeze': 'kept its bundle as evidence',
  'forensics.comment': 'commented on it',
  'forensics.edit-comment': 'edited a comment',
  'forensics.delete-comment': 'deleted a comment',
  'forensics.promote': 'promoted an event',
  'forensics.change-promoted': 'changed a promoted event',
  'forensics.unpromote': 'took an event out of the case',
  'forensics.align': 'aligned a clock',
  'forensics.addFile': 'brought a file in',
  'forensics.removeFile': 'took a file out',
  'forensics.cancelFile': 'cancelled the reading of a file',
  'forensics.retryFile': 'had a file read again',
  'forensics.readAs': 'chose how a file is read',
  'forensics.unlockFile': 'gave the password of a file',
  'forensics.read': 'read a file',
  'forensics.readFailed': 'ended the reading of a file with an error',
  'forensics.rebuild': 'had its events made anew',
  'forensics.followEvent': 'found its record again after the file was read anew',
  'forensics.addIndicator': 'added an indicator',
  'indicators.add': 'added it',
  'indicators.import': 'imported it',
  'indicators.change': 'changed it',
  'indicators.remove': 'removed it',
  'indicators.undo': 'took a change back',
  'indicators.expire': 'ended it, its time being over',
  'indicators.sight': 'saw it in a sweep',
  'indicators.relate': 'related it to another',
  'indicators.unrelate': 'took a relation back',
};

export function actionText(action: string): string {
  const verb = action.slice(action.indexOf('.') + 1);
  return (
    ACTIONS[action] ??
    VERBS[verb] ??
    verb
      .replaceAll(/[-.]/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
  );
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** `nextReviewDate` → `Next review date`, where the record has no name for a field. */
export function fieldText(field: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && MOMENT.test(value)) return localMinute(Date.parse(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
