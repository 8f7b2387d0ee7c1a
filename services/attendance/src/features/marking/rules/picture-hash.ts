export const HASH_IMAGE_SIZE = 32;
/** Number of frequencies in each direction, without the constant part. */
const FREQUENCIES = 8;

const indexes = Array.from({ length: FREQUENCIES }, (_none, index) => index);
const cosines = indexes.map((index) =>
  Array.from({ length: HASH_IMAGE_SIZE }, (_none, at) =>
    Math.cos(((2 * at + 1) / (2 * HASH_IMAGE_SIZE)) * (index + 1) * Math.PI),
  ),
);

const frequenciesOf = (dots: Uint8Array): number[][] => {
  const sumsOfRows = Array.from({ length: HASH_IMAGE_SIZE }, (_none, y) =>
    cosines.map((wave) =>
      wave.reduce((sum, height, x) => sum + height * (dots[HASH_IMAGE_SIZE * y + x] ?? 0), 0),
    ),
  );
  return indexes.map((u) =>
    cosines.map((wave) => wave.reduce((sum, height, y) => sum + height * (sumsOfRows[y]?.[u] ?? 0), 0) / 4),
  );
};

const toHash = (frequency: (u: number, v: number) => number): string => {
  const values = indexes.flatMap((u) => indexes.map((v) => frequency(u, v)));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => (value > mean ? '1' : '0')).join('');
};

/**
 * Perceptual hashes of 64 binary digits (as in `sharp-phash`) of a picture and of its mirrored and rotated
 * forms, the original first. Mirroring changes the sign of every second frequency, and rotating by 90° also
 * swaps the directions, so one transform serves all forms.
 */
export const hashesOf = (dots: Uint8Array): string[] => {
  const frequencies = frequenciesOf(dots);
  const at = (u: number, v: number): number => frequencies[u]?.[v] ?? 0;
  // Index 0 is the first odd frequency.
  const signOf = (index: number, isMirrored: boolean): number => (isMirrored && index % 2 === 0 ? -1 : 1);
  return [false, true].flatMap((isTurned) =>
    [false, true].flatMap((isFlopped) =>
      [false, true].map((isFlipped) =>
        toHash((u, v) => signOf(u, isFlopped) * signOf(v, isFlipped) * (isTurned ? at(v, u) : at(u, v))),
      ),
    ),
  );
};
