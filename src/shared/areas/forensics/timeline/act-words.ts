/** What people do in a case, in words: for lanes, exports and reports. */
const WORDS: Readonly<Record<string, string>> = {
  'forensics.open': 'opened the investigation',
  'forensics.change': 'changed the investigation',
  'forensics.begin': 'began to examine',
  'forensics.resume': 'resumed the run',
  'forensics.cancel': 'cancelled the run',
  'forensics.close': 'closed the investigation',
  'forensics.comment': 'commented',
  'forensics.edit-comment': 'edited a comment',
  'forensics.delete-comment': 'deleted a comment',
  'forensics.promote': 'promoted an event',
  'forensics.change-promoted': 'changed a promoted event',
  'forensics.unpromote': 'took an event out of the case',
  'forensics.align': 'aligned a clock',
};

/** Of others, the verb: `alerts.add-note` becomes 'add note'. */
export function actWords(action: string): string {
  return (
    WORDS[action] ??
    action
      .slice(action.indexOf('.') + 1)
      .replaceAll(/[-_.]/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
  );
}
