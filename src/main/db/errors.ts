import { AppError } from '../../shared/contract/errors.ts';

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return '';
}

/** Turns what SQLite and the file system throw into a sentence that says what to do; others pass. */
export function storageError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return new AppError(
      'storage-full',
      'The disk is full. Nothing of this action was saved. Free some space and try again.',
      { cause: error },
    );
  }
  if (
    code.startsWith('SQLITE_READONLY') ||
    code === 'EROFS' ||
    code === 'EACCES' ||
    code === 'EPERM'
  ) {
    return new AppError(
      'unavailable',
      'The data folder cannot be written. Give this user write permission on it, or start with another folder (--data-dir).',
      { cause: error },
    );
  }
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return new AppError(
      'unavailable',
      'The database in the data folder cannot be opened. Check that the folder exists and that this user may read and write it, or start with another folder (--data-dir).',
      { cause: error },
    );
  }
  if (code.startsWith('SQLITE_NOTADB')) {
    return new AppError(
      'unavailable',
      'The database cannot be read with the key of this data folder: the key is wrong, or the file is damaged. Nothing was changed. Put back the matching key or a backup of the database.',
      { cause: error },
    );
  }
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_IOERR')) {
    return new AppError(
      'unavailable',
      'The database is damaged or its disk failed while it was read. Stop working on it, copy the data folder, and restore a backup.',
      { cause: error },
    );
  }
  return error;
}
