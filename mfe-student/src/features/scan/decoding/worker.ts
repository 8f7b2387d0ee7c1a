import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import { textOfLargestCode } from './decoder.ts';

export interface WorkerAnswer {
  text?: string | undefined;
  error?: string;
}

const answer = (message: WorkerAnswer) => postMessage(message);
const fail = (error: unknown) => answer({ error: String(error) });

/**
 * The URL of our copy must be set before the first detector exists; otherwise the library fetches a copy from
 * another site.
 */
const wasm = new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url).href;
const loading = prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
const detector = new BarcodeDetector({ formats: ['qr_code'] });

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  detector.detect(data).then((found) => answer({ text: textOfLargestCode(found) }), fail);
});
loading.then(() => answer({}), fail);
