import { Piscina } from 'piscina';
import sharp from 'sharp';
import type { Thumbnail } from './hash-picture.ts';

/** Its thread begins with the first picture and ends once none has come for a minute. */
const hashing = new Piscina<Thumbnail, string>({
  filename: new URL('hash-picture.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
});

/**
 * Pictures that differ in so many of 64 bits at most are taken for nearly the same one. Error rates on generated
 * pictures: `npm run measure:selfies`, docs/presence.md.
 */
export const NEAR_BITS = 2;
/** Dots of a side of what the perceptual hash looks at; whether a picture is blank shows in so many as well. */
const SIDE = 32;
/** A picture whose brightness varies less than that, of 255, shows next to nothing: a covered lens, a plain wall. */
const BLANK_DEVIATION = 6;

export interface Looks {
  /** The 64 binary digits of its perceptual hash; none for a blank picture, where they are chance. */
  looks: string | undefined;
  isBlank: boolean;
}

/** What a program can say of a JPEG without looking for a face: whether it is blank, and what near copies share. */
export const lookAtPicture = async (jpeg: Buffer): Promise<Looks> => {
  const dots = await sharp(jpeg).greyscale().resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer();
  const { channels } = await sharp(dots, { raw: { width: SIDE, height: SIDE, channels: 1 } }).stats();
  const isBlank = channels.every(({ stdev }) => stdev < BLANK_DEVIATION);
  return { looks: isBlank ? undefined : await hashing.run({ dots, side: SIDE }), isBlank };
};

/** In how many bits two perceptual hashes differ. */
export const bitsApart = (one: string, other: string): number =>
  [...one].filter((bit, index) => bit !== other[index]).length;
