import type { Decoder } from './decoder.ts';

interface Options {
  decoder: Decoder;
  /** The picture of now; undefined while there is none. */
  take: () => HTMLCanvasElement | undefined;
  /** At most so many pictures are read a second: fewer where reading one takes longer. */
  framesPerSecond: number;
  signal: AbortSignal;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads picture after picture until one shows a code. @returns its text; undefined once `signal` is aborted */
export const readFrames = async (options: Options): Promise<string | undefined> => {
  const { decoder, take, framesPerSecond, signal } = options;
  while (!signal.aborted) {
    const next = performance.now() + 1_000 / framesPerSecond;
    const picture = take();
    const text = picture && (await decoder.decode(picture));
    if (text !== undefined) return signal.aborted ? undefined : text;
    await pause(next - performance.now());
  }
  return undefined;
};
