/** Reads QR codes out of pictures. */
export interface Decoder {
  /** The text of the code that a picture shows; undefined where it shows none. Rejects where nothing can be read. */
  decode: (picture: HTMLCanvasElement) => Promise<string | undefined>;
  close: () => void;
}

/** What a detector tells of a code that it found. Source: Shape Detection API. */
interface Detected {
  rawValue: string;
  boundingBox: { width: number; height: number };
}

/** The text of the largest code: the one that the camera is pointed at. Some detectors find codes that they can't read. */
export const largestOf = (found: readonly Detected[]): string | undefined =>
  found
    .filter(({ rawValue }) => rawValue !== '')
    .sort(
      ({ boundingBox: one }, { boundingBox: other }) => other.width * other.height - one.width * one.height,
    )[0]?.rawValue;
