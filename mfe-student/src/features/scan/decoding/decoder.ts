export interface Decoder {
  /** Resolves to undefined if the picture contains no code. Rejects if decoding is impossible. */
  decode: (picture: HTMLCanvasElement) => Promise<string | undefined>;
  close: () => void;
}

interface DetectedCode {
  rawValue: string;
  boundingBox: { width: number; height: number };
}

/**
 * Returns the text of the largest readable code, because users point the camera at that code. Some detectors
 * also return codes that they cannot read.
 */
export const textOfLargestCode = (found: readonly DetectedCode[]): string | undefined =>
  found
    .filter(({ rawValue }) => rawValue !== '')
    .sort(
      ({ boundingBox: one }, { boundingBox: other }) => other.width * other.height - one.width * one.height,
    )[0]?.rawValue;
