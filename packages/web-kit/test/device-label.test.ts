import { beforeAll, expect, test } from '@jest/globals';
import { deviceLabel } from '../src/device-label.ts';
import { defineCatalog, installCatalog } from '../src/texts/catalog.ts';

beforeAll(() => installCatalog(defineCatalog({ namespace: 'test', en: {}, load: async () => ({}) })));

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  ['something new', undefined],
])('labels %s as %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label);
});
