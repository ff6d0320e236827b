import { describe, expect, it } from 'vitest';
import { ModelFailure } from '../../platform/model-port.ts';
import { createOfflineLock, isLoopback } from './offline-lock.ts';

const locked = createOfflineLock({ isLocked: () => true });
const open = createOfflineLock({ isLocked: () => false });

describe('the offline lock', () => {
  it.each([
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1'],
    ['http://127.8.9.1/', 'http://127.8.9.1/'],
    ['http://127.1:8080/', 'http://127.0.0.1:8080/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['http://localhost:11434/v1', 'http://127.0.0.1:11434/v1'],
    ['http://LOCALHOST.:11434/', 'http://127.0.0.1:11434/'],
  ])('[MO57] lets a literal loopback address pass: %s', (address, called) => {
    expect(locked.assertMayCall(address).href).toBe(called);
    expect(open.assertMayCall(address).href).toBe(called);
    expect(isLoopback(address)).toBe(true);
  });

  it.each([
    'https://api.example/v1',
    'http://10.0.0.5/',
    'http://192.168.1.1/',
    'http://169.254.169.254/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::2]/',
    'http://localhost.example/',
    'http://foo.localhost/',
    'http://127.0.0.1.example/',
    'http://128.0.0.1/',
    'http://localhost@api.example/',
    'http://127.0.0.1:80@api.example/',
    'http://api.example#@127.0.0.1',
    'http://api.example\\@127.0.0.1/',
  ])('[MO57] refuses any other while the workspace is isolated: %s', (address) => {
    expect(() => locked.assertMayCall(address)).toThrow(
      expect.objectContaining({ kind: 'offline-lock' }),
    );
    expect(isLoopback(address)).toBe(false);
  });

  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'nonsense', '', 'http://a:b@127.0.0.1/'])(
    '[MO57] refuses what is no address of a model, locked or not: %s',
    (address) => {
      expect(() => open.assertMayCall(address)).toThrow(ModelFailure);
      expect(() => locked.assertMayCall(address)).toThrow(ModelFailure);
    },
  );

  it('[MO57] is shut where it cannot be read', () => {
    const broken = createOfflineLock({
      isLocked: () => {
        throw new Error('no database');
      },
    });
    expect(() => broken.assertMayCall('https://api.example/')).toThrow(ModelFailure);
    expect(open.assertMayCall('https://api.example/v1').href).toBe('https://api.example/v1');
  });
});
