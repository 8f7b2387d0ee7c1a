import { drawFrame, seededRandom, type View } from '@qr-attendance/e2e/support/draw-frame';

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code's text as long as a university's address; the same ones from the same seed. */
export const codesFrom = (seed: number, count: number): string[] => {
  const random = seededRandom(seed);
  const letter = () => LETTERS[Math.floor(random() * LETTERS.length)];
  return Array.from(
    { length: count },
    () => `https://qr.uni.example/attendance/${Array.from({ length: 8 }, letter).join('')}`,
  );
};

/** What a camera sees of each code, as luminance: several frames of each, one after the other. */
export type Film = Buffer[];

/** A film of a wall that shows some codes. A hand moves and a sensor's noise changes from frame to frame. */
export const filmCodes = (codes: string[], view: View, seed: number, framesOfEach: number): Film =>
  codes.map((code, place) =>
    Buffer.concat(
      Array.from({ length: framesOfEach }, (_, frame) =>
        drawFrame(code, view, seed + place * framesOfEach + frame),
      ),
    ),
  );
