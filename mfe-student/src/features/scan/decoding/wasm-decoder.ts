import type { Decoder } from './decoder.ts';
import type { WorkerAnswer } from './worker.ts';

/** A busy phone may need a second per picture; a worker that the system killed never answers. */
const TIMEOUT_MS = 5_000;

/** Waits for the worker's next answer. Only one request is pending at a time, so answers need no ids. */
const answerOf = (worker: Worker, timeoutMs?: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const listening = new AbortController();
    const { signal } = listening;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => fail(new Error('The decoder does not answer.')), timeoutMs);
    const end = () => {
      listening.abort();
      clearTimeout(timer);
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    const onMessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.error !== undefined) return fail(new Error(data.error));
      end();
      resolve(data.text);
    };
    worker.addEventListener('message', onMessage, { signal });
    worker.addEventListener('error', ({ message }) => fail(new Error(message || 'No decoder.')), { signal });
  });

/** Runs zxing-cpp as WebAssembly in a worker. Rejects if it cannot be loaded. */
export const openWasmDecoder = async (): Promise<Decoder> => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  const decoder: Decoder = {
    decode: (picture) => {
      const { width, height } = picture;
      const pixels = picture.getContext('2d')?.getImageData(0, 0, width, height);
      if (!pixels) throw new Error('No picture.');
      worker.postMessage(pixels, [pixels.data.buffer]);
      return answerOf(worker, TIMEOUT_MS);
    },
    close: () => worker.terminate(),
  };
  try {
    await answerOf(worker);
    return decoder;
  } catch (error) {
    decoder.close();
    throw error;
  }
};
