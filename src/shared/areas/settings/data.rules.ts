/** A backup leaves the machine: its passphrase is all that stands between a thief and the workspace. */
export const MIN_PASSPHRASE_LENGTH = 12;
export const MAX_PASSPHRASE_LENGTH = 1024;

export const PASSPHRASE_SHORT = `The passphrase needs at least ${MIN_PASSPHRASE_LENGTH} characters`;
export const PASSPHRASE_LONG = `The passphrase must be at most ${MAX_PASSPHRASE_LENGTH} characters`;

/** As many bytes from the front of a backup as say what it is. */
export const BACKUP_HEAD_BYTES = 128;
export const BACKUP_EXTENSION = '.wfbackup';
