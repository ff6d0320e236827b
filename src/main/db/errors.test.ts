import { describe, expect, test } from 'vitest';
import { AppError } from '../../shared/contract/errors.ts';
import { storageError } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('/home/me/data: disk I/O'), { code });

describe('[ST3] what storage throws becomes a sentence that says what to do', () => {
  test.each([
    ['SQLITE_FULL', 507, /^The disk is full\. Nothing of this action was saved\./],
    ['ENOSPC', 507, /^The disk is full\./],
    ['SQLITE_READONLY', 503, /^The data folder cannot be written\./],
    ['SQLITE_READONLY_DBMOVED', 503, /^The data folder cannot be written\./],
    ['EROFS', 503, /^The data folder cannot be written\./],
    ['EACCES', 503, /^The data folder cannot be written\./],
    ['EPERM', 503, /^The data folder cannot be written\./],
    ['SQLITE_CANTOPEN', 503, /^The database in the data folder cannot be opened\./],
    ['SQLITE_CANTOPEN_ISDIR', 503, /^The database in the data folder cannot be opened\./],
    ['SQLITE_NOTADB', 503, /^The database cannot be read with the key/],
    ['SQLITE_CORRUPT', 503, /^The database is damaged/],
    ['SQLITE_IOERR_SHORT_READ', 503, /^The database is damaged/],
  ])('%s', (code, status, message) => {
    const cause = withCode(code);
    const error = storageError(cause);
    if (!(error instanceof AppError)) throw new Error('not an AppError');
    expect(error.status).toBe(status);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('/home/me');
    expect(error.cause).toBe(cause);
  });

  test('everything else is passed on as it is', () => {
    for (const thrown of [
      withCode('SQLITE_CONSTRAINT_UNIQUE'),
      new Error('x'),
      'text',
      null,
      undefined,
      new AppError('conflict', 'c'),
    ]) {
      expect(storageError(thrown)).toBe(thrown);
    }
  });
});
