import { describe, expect, test } from '@jest/globals';
import { SELFIE_LIMITS } from '@qr-attendance/contracts';
import { byteLengthOf, centeredCrop, fittingJpeg } from '../src/features/mark/take-selfie.ts';

const dataUrlOf = (bytes: number) =>
  SELFIE_LIMITS.dataUrlPrefix + Buffer.alloc(bytes, 255).toString('base64').replace(/=+$/, '');

describe('a selfie picture', () => {
  test('is the centered crop with the specified proportions', () => {
    expect(centeredCrop({ width: 640, height: 480 }, SELFIE_LIMITS)).toEqual({
      x: 0,
      y: 0,
      width: 640,
      height: 480,
    });
    expect(centeredCrop({ width: 1280, height: 720 }, SELFIE_LIMITS)).toEqual({
      x: 160,
      y: 0,
      width: 960,
      height: 720,
    });
    expect(centeredCrop({ width: 480, height: 640 }, SELFIE_LIMITS)).toEqual({
      x: 0,
      y: 140,
      width: 480,
      height: 360,
    });
  });

  test('has the best quality that fits the server’s size limit', () => {
    const asked: number[] = [];
    const encode = (quality: number) => {
      asked.push(quality);
      return dataUrlOf(Math.round(quality * 150_000));
    };
    expect(byteLengthOf(fittingJpeg(encode))).toBe(82_500);
    expect(asked).toEqual([0.85, 0.75, 0.65, 0.55]);
    expect(byteLengthOf(fittingJpeg(() => dataUrlOf(SELFIE_LIMITS.frameBytes)))).toBe(
      SELFIE_LIMITS.frameBytes,
    );
  });

  test('has a size limit in bytes, not characters', () => {
    for (const bytes of [1, 2, 3, 4]) {
      const padded = SELFIE_LIMITS.dataUrlPrefix + Buffer.alloc(bytes).toString('base64');
      expect(byteLengthOf(padded)).toBe(bytes);
    }
  });
});
