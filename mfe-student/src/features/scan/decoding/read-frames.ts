import type { Decoder } from './decoder.ts';

interface Options {
  decoder: Decoder;
  /** The picture of now; undefined while there is none. */
  take: () => HTMLCanvasElement | undefined;
  /** At most so many pictures are read a second: fewer where reading one takes longer. */
  framesPerSecond: number;
  signal: AbortSignal;
  /** Whether a text, and when its picture was taken (ms of this page's clock), ends the reading; unless given, any does. */
  isEnough?: (text: string, takenAt: number) => boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads picture after picture until one shows a code that is enough. @returns its text; undefined once `signal` is aborted */
export const readFrames = async (options: Options): Promise<string | undefined> => {
  const { decoder, take, framesPerSecond, signal, isEnough = () => true } = options;
  while (!signal.aborted) {
    const takenAt = performance.now();
    const next = takenAt + 1_000 / framesPerSecond;
    const picture = take();
    const text = picture && (await decoder.decode(picture));
    if (signal.aborted) return undefined;
    if (text !== undefined && isEnough(text, takenAt)) return text;
    await pause(next - performance.now());
  }
  return undefined;
};
