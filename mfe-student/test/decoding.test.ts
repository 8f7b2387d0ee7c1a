import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { textOfLargestCode, type Decoder } from '../src/features/scan/decoding/decoder.ts';
import { openNativeDecoder } from '../src/features/scan/decoding/native-decoder.ts';
import { readFrames } from '../src/features/scan/decoding/read-frames.ts';

const picture = document.createElement('canvas');
/** Creates a decoder that returns `answers` in order, and then finds no code. */
const decoderThat = (...answers: (string | undefined)[]) => {
  const decode = jest.fn<Decoder['decode']>(async () => answers.shift());
  return { decode, close: () => undefined };
};
const read = (decoder: Decoder, signal = new AbortController().signal) =>
  readFrames({ decoder, takeFrame: () => picture, framesPerSecond: 10, signal });

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'BarcodeDetector');
});

describe('readFrames', () => {
  test('reads frames until one contains a code', async () => {
    const decoder = decoderThat(undefined, undefined, 'K7M29QXB');
    expect(await read(decoder)).toBe('K7M29QXB');
    expect(decoder.decode).toHaveBeenCalledTimes(3);
  });

  test('reads ten frames per second', async () => {
    jest.useFakeTimers();
    const decoder = decoderThat();
    const leaving = new AbortController();
    const reading = read(decoder, leaving.signal);
    await jest.advanceTimersByTimeAsync(2_050);
    expect(decoder.decode).toHaveBeenCalledTimes(21);
    leaving.abort();
    await jest.advanceTimersByTimeAsync(100);
    expect(await reading).toBeUndefined();
    expect(decoder.decode).toHaveBeenCalledTimes(21);
  });

  test('decodes one frame at a time, however long it takes', async () => {
    jest.useFakeTimers();
    const decode = jest.fn<Decoder['decode']>(() => new Promise(() => undefined));
    void read({ decode, close: () => undefined });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(decode).toHaveBeenCalledTimes(1);
  });

  test('rejects if the decoder fails, so another decoder can take over', async () => {
    const decode = () => Promise.reject(new Error('gone'));
    await expect(read({ decode, close: () => undefined })).rejects.toThrow('gone');
  });
});

test('returns the largest of several readable codes', () => {
  const found = (rawValue: string, side: number) => ({
    rawValue,
    boundingBox: { width: side, height: side },
  });
  expect(textOfLargestCode([found('far', 20), found('near', 90), found('', 200)])).toBe('near');
  expect(textOfLargestCode([])).toBeUndefined();
});

describe('the native decoder', () => {
  const give = (formats: string[]) =>
    Object.assign(globalThis, {
      BarcodeDetector: class {
        static async getSupportedFormats(): Promise<string[]> {
          return formats;
        }
        detect = async () => [{ rawValue: 'K7M29QXB', boundingBox: { width: 9, height: 9 } }];
      },
    });

  test('is used if the browser supports QR codes', async () => {
    give(['aztec', 'qr_code']);
    expect(await (await openNativeDecoder()).decode(picture)).toBe('K7M29QXB');
  });

  test('is not used if BarcodeDetector exists but does not support QR codes, as on desktop computers', async () => {
    give([]);
    await expect(openNativeDecoder()).rejects.toThrow();
    Reflect.deleteProperty(globalThis, 'BarcodeDetector');
    await expect(openNativeDecoder()).rejects.toThrow();
  });
});
