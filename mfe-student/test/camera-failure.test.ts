import { expect, test } from '@jest/globals';
import { cameraFailure } from '../src/features/scan/camera-failure.ts';

/** The sentence that html5-qrcode makes of what the browser threw. */
const wrapped = (name: string) => `Error getting userMedia, error = ${name}: some words`;

test('camera failures are told apart by the name of what the browser threw', () => {
  expect(cameraFailure(wrapped('NotAllowedError'), true)).toBe('refused');
  expect(cameraFailure(wrapped('NotFoundError'), true)).toBe('absent');
  expect(cameraFailure(wrapped('OverconstrainedError'), true)).toBe('absent');
  expect(cameraFailure(wrapped('NotReadableError'), true)).toBe('inUse');
  expect(cameraFailure(new Error('chunk failed to load'), true)).toBe('unknown');
});

test('on an address that is not secure no other reason matters', () => {
  expect(cameraFailure(wrapped('NotAllowedError'), false)).toBe('insecure');
  expect(cameraFailure('Camera streaming not supported by the browser.', false)).toBe('insecure');
});
