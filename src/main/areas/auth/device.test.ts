import { expect, test } from 'vitest';
import { deviceOf, UNKNOWN_DEVICE } from './device.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each([
  [CHROME, 'Chrome on Linux'],
  [`${CHROME} Edg/140.0.0.0`, 'Edge on Linux'],
  [`${CHROME} Electron/45.0.0`, 'Watchfloor desktop on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.9', UNKNOWN_DEVICE],
  ['<script>Linux', UNKNOWN_DEVICE],
  [null, UNKNOWN_DEVICE],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
