import { expect, test } from '@jest/globals';
import { cameraFailure } from '../src/features/scan/camera-failure.ts';
import { scanBox } from '../src/features/scan/scan-box.ts';

const wrapped = (name: string) => `Error getting userMedia, error = ${name}: some words`;

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'absent'],
  ['OverconstrainedError', 'absent'],
  ['NotReadableError', 'inUse'],
  ['TypeError', 'unknown'],
])('reports %s as %s, although html5-qrcode wraps it in a sentence', (name, failure) => {
  expect(cameraFailure(wrapped(name), true)).toBe(failure);
});
test('reports an insecure page as the cause, whatever error the browser throws', () => {
  expect(cameraFailure(wrapped('NotAllowedError'), false)).toBe('insecure');
});
test('uses a scan box of 250 px, or smaller in small pictures, but never below the minimum of html5-qrcode', () => {
  expect(scanBox(640, 480)).toEqual({ width: 250, height: 250 });
  expect(scanBox(288, 384)).toEqual({ width: 250, height: 250 });
  expect(scanBox(288, 216)).toEqual({ width: 184, height: 184 });
  expect(scanBox(20, 20)).toEqual({ width: 50, height: 50 });
});
