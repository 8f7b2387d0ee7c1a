import phashModule from 'sharp-phash';

// Its types declare a default export, but the module itself is the function.
const phash = phashModule as unknown as (typeof phashModule)['default'];

export interface Thumbnail {
  dots: Uint8Array;
  side: number;
}

/**
 * Perceptual hash of 64 binary digits. It runs in a worker thread, as the transform blocks a thread for about 6 ms.
 */
export default ({ dots, side }: Thumbnail): Promise<string> =>
  phash(Buffer.from(dots), { raw: { width: side, height: side, channels: 1 } });
