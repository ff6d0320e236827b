import { describe, expect, test } from 'vitest';
import { createPasswordHasher } from './password.ts';

const quick = createPasswordHasher(4);

describe('[AU3] password hashes', () => {
  test('have a salt each, so that equal passwords look different', async () => {
    const [a, b] = [
      await quick.hash('correct horse battery'),
      await quick.hash('correct horse battery'),
    ];
    expect(a).not.toBe(b);
    expect(await quick.verify('correct horse battery', a)).toBe(true);
    expect(await quick.verify('correct horse battery', b)).toBe(true);
    expect(await quick.verify('correct horse batterz', a)).toBe(false);
  });

  test('are verified with the parameters that they were made with', async () => {
    const made = await createPasswordHasher(6).hash('correct horse battery');
    expect(made).toMatch(/^scrypt\$6\$8\$1\$/);
    expect(await quick.verify('correct horse battery', made)).toBe(true);
  });

  test.each([
    '',
    'plain text',
    'scrypt$4$8$1$',
    'scrypt$$8$1$AAAA$BBBB',
    'bcrypt$4$8$1$AAAA$BBBB',
    undefined,
  ])('that are none verify nothing: %j', async (stored) => {
    expect(await quick.verify('', stored)).toBe(false);
    expect(await quick.verify('correct horse battery', stored)).toBe(false);
  });

  test('of a different length than expected are wrong, not an error', async () => {
    const made = await quick.hash('x');
    const cut = made.slice(0, made.lastIndexOf('$') + 9);
    expect(await quick.verify('x', cut)).toBe(false);
  });

  test('are worked out two at a time, so that a flood cannot take the memory', async () => {
    const hasher = createPasswordHasher(13);
    const started = performance.now();
    await hasher.hash('x');
    const one = performance.now() - started;
    const ends: number[] = [];
    const begin = performance.now();
    await Promise.all(
      Array.from({ length: 6 }, () =>
        hasher.hash('x').then(() => ends.push(performance.now() - begin)),
      ),
    );
    expect(ends).toHaveLength(6);
    expect(Math.max(...ends), `${one} ${ends.join(' ')}`).toBeGreaterThan(Math.min(...ends) * 1.5);
  });
});
