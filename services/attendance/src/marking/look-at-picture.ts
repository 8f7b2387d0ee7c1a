import sharp from 'sharp';
import phashModule from 'sharp-phash';

// Its types tell of a default export, and the module itself is the function.
const phash = phashModule as unknown as (typeof phashModule)['default'];

/**
 * Pictures that differ in so many of 64 bits at most are taken for nearly the same one. Error rates on generated
 * pictures: `npm run measure:selfies`, docs/presence.md.
 */
export const NEAR_BITS = 2;
/** What the perceptual hash looks at; whether a picture is blank shows in so many dots as well. */
const THUMBNAIL = 32;
/** A picture whose brightness varies less than that, of 255, shows next to nothing: a covered lens, a plain wall. */
const BLANK_DEVIATION = 6;

export interface Looks {
  /** The 64 binary digits of its perceptual hash; none for a blank picture, where they are chance. */
  looks: string | undefined;
  isBlank: boolean;
}

/** What a program can say of a JPEG without looking for a face: whether it is blank, and what near copies share. */
export const lookAtPicture = async (jpeg: Buffer): Promise<Looks> => {
  const thumbnail = await sharp(jpeg)
    .greyscale()
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'fill' })
    .raw()
    .toBuffer();
  const dots = { raw: { width: THUMBNAIL, height: THUMBNAIL, channels: 1 } } as const;
  const { channels } = await sharp(thumbnail, dots).stats();
  const isBlank = channels.every(({ stdev }) => stdev < BLANK_DEVIATION);
  return { looks: isBlank ? undefined : await phash(thumbnail, dots), isBlank };
};

/** In how many bits two perceptual hashes differ. */
export const bitsApart = (one: string, other: string): number =>
  [...one].filter((bit, index) => bit !== other[index]).length;
