import type { Decoder } from './decoder.ts';
import type { WorkerAnswer } from './worker.ts';

/** A phone that is busy may need a second for a picture; a worker that the system has ended never answers. */
const PATIENCE_MS = 5_000;

/** The worker's next answer. Answers come in the order of the questions, and one is asked at a time. */
const answerOf = (worker: Worker, patienceMs?: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const listening = new AbortController();
    const { signal } = listening;
    const timer =
      patienceMs === undefined
        ? undefined
        : setTimeout(() => fail(new Error('The decoder does not answer.')), patienceMs);
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

/** By zxing-cpp as WebAssembly, beside the page. Resolves once it is loaded; rejects where it can't be had. */
export const openWasmDecoder = async (): Promise<Decoder> => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  const decoder: Decoder = {
    decode: (picture) => {
      const { width, height } = picture;
      const pixels = picture.getContext('2d')?.getImageData(0, 0, width, height);
      if (!pixels) throw new Error('No picture.');
      worker.postMessage(pixels, [pixels.data.buffer]);
      return answerOf(worker, PATIENCE_MS);
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
