import type { BarcodeDetector } from 'barcode-detector/ponyfill';
import { textOfLargestCode, type Decoder } from './decoder.ts';

type NativeDetector = typeof BarcodeDetector;

/**
 * Uses the browser's BarcodeDetector. Rejects if the browser has none, or if it does not support QR codes.
 */
export const openNativeDecoder = async (): Promise<Decoder> => {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: NativeDetector };
  if (!Detector || !(await Detector.getSupportedFormats()).includes('qr_code'))
    throw new Error('This browser reads no QR codes by itself.');
  const detector = new Detector({ formats: ['qr_code'] });
  return {
    decode: async (picture) => textOfLargestCode(await detector.detect(picture)),
    close: () => undefined,
  };
};
