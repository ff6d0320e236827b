import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions } from './options.ts';

const DISPLAY = { DISPLAY: ':0' };

describe('[HT13] options of the browser host', () => {
  test('have defaults: port 4780, a folder of the user, a browser only on a terminal with a display', () => {
    const options = readOptions([], DISPLAY, true);
    expect(options).toMatchObject({ port: 4780, open: true });
    expect(options.dataDir).toMatch(/watchfloor/i);
    expect(options.dataDir).not.toBe(join(process.cwd(), 'watchfloor'));
    expect(readOptions([], DISPLAY, false).open).toBe(false);
    expect(readOptions(['--no-open'], DISPLAY, true).open).toBe(false);
  });

  // Skipped where the system is not Linux: only there a missing display is told by the environment.
  test.skipIf(process.platform !== 'linux')('open no browser where Linux has no display', () => {
    expect(readOptions([], {}, true).open).toBe(false);
    expect(readOptions([], { WAYLAND_DISPLAY: 'wayland-0' }, true).open).toBe(true);
  });

  test('come from the environment, and from the command line before it', () => {
    const env = { WATCHFLOOR_PORT: '5000', WATCHFLOOR_DATA_DIR: '/srv/desk' };
    expect(readOptions([], env, false)).toEqual({
      port: 5000,
      dataDir: '/srv/desk',
      open: false,
      isIsolated: false,
    });
    expect(readOptions(['--port', '0', '--data-dir=/tmp/x'], env, false)).toEqual({
      port: 0,
      dataDir: '/tmp/x',
      open: false,
      isIsolated: false,
    });
  });

  test('[IS7] isolate from the start, by the command line or the environment', () => {
    const isIsolated = (args: readonly string[], value?: string) =>
      readOptions(args, value === undefined ? {} : { WATCHFLOOR_ISOLATED: value }, false)
        .isIsolated;
    expect([isIsolated([]), isIsolated(['--isolated'])]).toEqual([false, true]);
    expect(['1', 'true', 'yes', 'on'].map((value) => isIsolated([], value))).not.toContain(false);
    expect(['', '0', 'no', 'off', 'false'].map((value) => isIsolated([], value))).not.toContain(
      true,
    );
  });

  test('a variable that is set to nothing is not set', () => {
    const empty = { WATCHFLOOR_PORT: '', WATCHFLOOR_DATA_DIR: '' };
    expect(readOptions([], empty, false)).toEqual(readOptions([], {}, false));
    expect(readOptions(['--data-dir', ''], {}, false)).toEqual(readOptions([], {}, false));
  });

  test.each(['65536', '-1', '80.5', '0x50', 'http', ' 80', '1e3', '999999'])(
    'refuse the port %j',
    (port) => {
      expect(() => readOptions([`--port=${port}`], {}, false)).toThrow(
        `The port must be a number from 0 to 65535, not "${port}"`,
      );
      expect(() => readOptions([], { WATCHFLOOR_PORT: port }, false)).toThrow(
        'The port must be a number',
      );
    },
  );

  test.each([[['--colour']], [['serve']], [['--port']]])(
    'refuse what they do not know: %j',
    (args) => {
      expect(() => readOptions(args, {}, false)).toThrow(
        'Options: --port N, --data-dir FOLDER, --no-open',
      );
    },
  );
});
