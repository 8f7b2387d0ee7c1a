import { pause } from '@qr-attendance/web-kit';
import type { Decoder } from './decoder.ts';

interface Options {
  decoder: Decoder;
  takeFrame: () => HTMLCanvasElement | undefined;
  framesPerSecond: number;
  signal: AbortSignal;
  /** Whether a text is sufficient to stop reading; by default any text is. */
  isEnough?: (text: string, takenAt: number) => boolean;
}

export const readFrames = async (options: Options): Promise<string | undefined> => {
  const { decoder, takeFrame, framesPerSecond, signal, isEnough = () => true } = options;
  while (!signal.aborted) {
    const takenAt = performance.now();
    const next = takenAt + 1_000 / framesPerSecond;
    const picture = takeFrame();
    const text = picture && (await decoder.decode(picture));
    if (signal.aborted) return undefined;
    if (text !== undefined && isEnough(text, takenAt)) return text;
    await pause(next - performance.now());
  }
  return undefined;
};
