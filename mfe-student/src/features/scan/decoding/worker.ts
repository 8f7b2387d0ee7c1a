import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import { largestOf } from './decoder.ts';

/** The first says that the decoder is loaded, each later one what the next picture shows. */
export interface WorkerAnswer {
  text?: string | undefined;
  error?: string;
}

const answer = (message: WorkerAnswer) => postMessage(message);
const fail = (error: unknown) => answer({ error: String(error) });

/** Ours, not the one that the library would fetch from another site: so it is named before the first detector is made. */
const wasm = new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url).href;
const loading = prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
const detector = new BarcodeDetector({ formats: ['qr_code'] });

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  detector.detect(data).then((found) => answer({ text: largestOf(found) }), fail);
});
loading.then(() => answer({}), fail);
