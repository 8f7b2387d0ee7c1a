import { SELFIE_LIMITS } from '@qr-attendance/contracts';
import sharp from 'sharp';
import { randomFrom } from './near-duplicates/draw-selfie.ts';

const random = randomFrom(16);
const randomInt = (low: number, high: number) => Math.floor(low + random() * (high - low));
const anyColor = () => ({ r: randomInt(0, 256), g: randomInt(0, 256), b: randomInt(0, 256) });

/**
 * A JPEG that is not blank and differs from all others of this process, but is the same in each run. The
 * service's process decodes no other format.
 */
export const drawAreas = (): Promise<Buffer> => {
  const areas = Array.from({ length: 16 }, () => {
    const [width, height] = [randomInt(30, 160), randomInt(30, 120)];
    const input = { create: { width, height, channels: 3 as const, background: anyColor() } };
    return {
      input,
      left: randomInt(0, SELFIE_LIMITS.width - width),
      top: randomInt(0, SELFIE_LIMITS.height - height),
    };
  });
  const { width, height } = SELFIE_LIMITS;
  return sharp({ create: { width, height, channels: 3, background: anyColor() } })
    .composite(areas)
    .jpeg()
    .toBuffer();
};
