import phashModule from 'sharp-phash';

// Its types tell of a default export, and the module itself is the function.
const phash = phashModule as unknown as (typeof phashModule)['default'];

/** A picture of square shape, by the brightness of its dots. */
export interface Thumbnail {
  dots: Uint8Array;
  side: number;
}

/**
 * The 64 binary digits of a picture's perceptual hash. Called in a thread of its own: the transform keeps a thread busy for
 * some 6 ms, in which a service would answer nobody.
 */
export default ({ dots, side }: Thumbnail): Promise<string> =>
  phash(Buffer.from(dots), { raw: { width: side, height: side, channels: 1 } });
