// Measures how often near copies are detected, and how often honest pictures are mistaken for copies: `node
// services/attendance/test/near-duplicates/measure.ts`. It uses drawings made from a seed, so it says nothing
// about faces.
import { createCommandLine, parseCommandLine, parseWholeNumber } from '@qr-attendance/server/command-line';
import sharp from 'sharp';
import { hammingDistance, hashImage, MAX_NEAR_DUPLICATE_BITS } from '../../src/features/marking/selfies.ts';
import { CHANGES, drawSelfie, makeRoom, createSitter, randomFrom } from './draw-selfie.ts';

// Several threads per picture cost more than they gain, because pictures are small.
sharp.concurrency(1);
// The service disables all formats except JPEG, but the drawings begin as SVG.
sharp.unblock({ operation: ['VipsForeignLoad'] });

const SEED = 20_261_122;
const program = createCommandLine(
  'node services/attendance/test/near-duplicates/measure.ts',
  'Measures how often near copies of selfies are found.',
).argument('[sitters]', 'number of drawn people', parseWholeNumber(1), 200);
parseCommandLine(program);
const [SITTERS] = program.processedArgs;
const SITTERS_OF_A_ROOM = 50;
const BOUNDS = [0, 1, 2, 3, 4, 6, 8, 10];
const random = randomFrom(SEED);

/** Returns the original's hash first, then those of its mirrored and rotated forms. */
const hashesOf = async (picture: Buffer): Promise<string[]> => {
  const hashes = await hashImage(picture);
  if (hashes.length === 0) throw new Error('a drawing is blank');
  return hashes;
};
/** A stored picture has one hash, and all forms of the new picture are compared with it. */
const bitsBetween = ([stored = '']: string[], taken: string[]): number =>
  Math.min(...taken.map((form) => hammingDistance(stored, form)));

const apart = new Map<string, number[]>();
const noteBits = (what: string, bits: number) => {
  const noted = apart.get(what);
  if (noted) noted.push(bits);
  else apart.set(what, [bits]);
};
const note = (what: string, one: string[], other: string[]) => noteBits(what, bitsBetween(one, other));

const GAZES = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
let blankTaken = 0;
let milliseconds = 0;
let room = '';
let neighbors: string[][] = [];
for (let index = 0; index < SITTERS; index++) {
  if (index % SITTERS_OF_A_ROOM === 0) [room, neighbors] = [makeRoom(random), []];
  const sitter = createSitter(random);
  const picture = await drawSelfie(random, sitter, room);
  const began = performance.now();
  const looks = await hashesOf(picture);
  milliseconds += performance.now() - began;
  const changes = Object.entries(CHANGES).map(async ([change, apply]) => {
    const changed = await apply(random, sharp(picture)).jpeg().toBuffer();
    note(`copy, ${change}`, looks, await hashesOf(changed));
  });
  await Promise.all(changes);
  const earlier: string[][] = [];
  for (let day = 0; day < 2; day++) earlier.push(await hashesOf(await drawSelfie(random, sitter, room)));
  for (const earlierHashes of earlier) note('honest: same seat, another day', looks, earlierHashes);
  const [aside, up] = GAZES[index % GAZES.length] ?? [0, 0];
  const gaze = { aside: aside * (0.5 + random() / 2), up: up * (0.5 + random() / 2) };
  const second = await hashesOf(await drawSelfie(random, sitter, room, gaze));
  note('honest: the second picture', looks, second);
  for (const other of neighbors) note('honest: somebody else in the room', looks, other);
  // The service compares a picture with the other picture of the same mark, earlier pictures of the student,
  // and all earlier pictures of the room.
  const others = [...earlier, ...neighbors];
  const nearest = Math.min(
    bitsBetween(looks, second),
    ...[looks, second].flatMap((own) => others.map((other) => bitsBetween(other, own))),
  );
  noteBits('honest: whole marks', nearest);
  neighbors.push(looks, second);
  const covered = await sharp(picture).linear(0.03, 4).jpeg().toBuffer();
  if ((await hashImage(covered)).length === 0) blankTaken++;
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = [
  row('pictures', 'pairs', ...BOUNDS.map((bound) => `${bound} bits`)),
  row(...Array.from({ length: BOUNDS.length + 2 }, () => '---')),
  ...[...apart].map(([what, bits]) =>
    row(
      what,
      bits.length,
      ...BOUNDS.map((bound) => percent(bits.filter((each) => each <= bound).length, bits.length)),
    ),
  ),
];
process.stdout.write(
  `${SITTERS} sitters, seed ${SEED}. Pairs that are at most so many bits apart; the bound is ${MAX_NEAR_DUPLICATE_BITS}:\n
${table.join('\n')}\n
Blank: ${percent(blankTaken, SITTERS)} of the pictures darkened to 3 % of their light, and no other.
${(milliseconds / SITTERS).toFixed(1)} ms a picture.\n`,
);
