export interface Decoder {
  /** Resolves to undefined if the picture shows no code. Rejects if decoding is impossible. */
  decode: (picture: HTMLCanvasElement) => Promise<string | undefined>;
  close: () => void;
}

interface DetectedCode {
  rawValue: string;
  boundingBox: { width: number; height: number };
}

/** The largest code is the one the camera points at. Some detectors also return codes they cannot read. */
export const largestOf = (found: readonly DetectedCode[]): string | undefined =>
  found
    .filter(({ rawValue }) => rawValue !== '')
    .sort(
      ({ boundingBox: one }, { boundingBox: other }) => other.width * other.height - one.width * one.height,
    )[0]?.rawValue;
