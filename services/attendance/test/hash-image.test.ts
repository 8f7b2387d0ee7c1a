import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import phashModule from 'sharp-phash';
import { hammingDistance, hashImage, MAX_NEAR_DUPLICATE_BITS } from '../src/features/marking/selfies.ts';
import { between, randomFrom } from './near-duplicates/draw-selfie.ts';

// The types declare a default export, but the module itself is the function.
const phash = phashModule as unknown as (typeof phashModule)['default'];

const jpegOf = (brightness: (x: number, y: number) => number, side = 160): Promise<Buffer> => {
  const dots = Buffer.from(
    Array.from({ length: side * side }, (_none, at) =>
      Math.round(255 * brightness((at % side) / side, Math.floor(at / side) / side)),
    ),
  );
  return sharp(dots, { raw: { width: side, height: side, channels: 1 } })
    .jpeg()
    .toBuffer();
};
const wave = (turns: number, at: number) => 0.5 + 0.5 * Math.sin(2 * Math.PI * turns * at);

describe('the perceptual hash of a picture', () => {
  it.each([
    [
      'a slope',
      (x: number, y: number) => (x + y * y) / 2,
      '0011100100101111001001010110110111101100101011000000100010110100',
    ],
    [
      'waves',
      (x: number, y: number) => wave(2.3, x) * wave(1.7, y),
      '1110000011100000111000001110000000011111000111110001111100011111',
    ],
    [
      'rings',
      (x: number, y: number) => wave(3, Math.hypot(x - 0.4, y - 0.6)),
      '0000001111111110000011101111000100111001110000000011010000110010',
    ],
  ])('does not change between releases: %s', async (_what, brightness, digits) => {
    const picture = await jpegOf(brightness);
    expect((await hashImage(picture))[0]).toBe(digits);
  });

  it('equals the library’s result, even when pictures are hashed concurrently', async () => {
    const random = randomFrom(20_261_123);
    // SVG is not used, because a service in this process may have disabled that format.
    const pictures = await Promise.all(
      Array.from({ length: 12 }, () => {
        const [across, down, phase] = [
          between(random, 0.5, 4),
          between(random, 0.5, 4),
          between(random, 0, 1),
        ];
        return jpegOf((x, y) => wave(across, x + phase) * wave(down, y));
      }),
    );
    const looks = await Promise.all(pictures.map(hashImage));
    const expected = await Promise.all(
      pictures.map(async (picture) => {
        const small = await sharp(picture).greyscale().resize(32, 32, { fit: 'fill' }).raw().toBuffer();
        return phash(small, { raw: { width: 32, height: 32, channels: 1 } });
      }),
    );
    expect(looks.map(([own]) => own)).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(6);
  });

  it('covers every mirrored and rotated form of the picture', async () => {
    const picture = await jpegOf((x, y) => wave(2.3, x + y * y) * wave(0.7, y));
    const hashes = await hashImage(picture);
    expect(new Set(hashes).size).toBe(8);
    for (const angle of [0, 90, 180, 270])
      for (const isMirrored of [false, true]) {
        const turned = sharp(picture).rotate(angle).flop(isMirrored);
        const [hash = ''] = await hashImage(await turned.jpeg({ quality: 100 }).toBuffer());
        expect(Math.min(...hashes.map((other) => hammingDistance(hash, other)))).toBeLessThanOrEqual(
          MAX_NEAR_DUPLICATE_BITS,
        );
      }
  });

  it('does not exist for a blank picture', async () => {
    expect(await hashImage(await jpegOf(() => 0.4))).toEqual([]);
  });
});
