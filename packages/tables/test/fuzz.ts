import { importKindSchema } from '@qr-attendance/contracts';
import {
  createEncodingFinder,
  createTextDecoder,
  entriesOf,
  fileTypeOf,
  readLines,
  readRoster,
} from '../src/index.ts';
import { campus } from './corpus/campus.ts';
import { lessons } from './corpus/lessons.ts';
import { people } from './corpus/people.ts';
import { readList } from './read-list.ts';

/** Mulberry32, a seeded generator. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};
type Random = ReturnType<typeof createRandom>;

const TEXTS = [...people, ...campus, ...lessons].map(({ lines }) => lines.join('\n'));
const PIECES = [
  '"',
  '""',
  ',',
  ';',
  '	',
  '|',
  '\n',
  '\r\n',
  '\r',
  '﻿',
  '\0',
  '‏',
  '\ud800',
  'sep=;\n',
  '@',
  '<',
  '>',
  '1.2E+5',
  '#NAME?',
  '28/09/2026',
  '99:99',
  '=cmd|',
  "'",
  '\xA0',
  'é',
  '1'.repeat(400),
  ',,,,,,\n',
];
const ENCODINGS: ((text: string) => Uint8Array)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
];

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item;

const mutate = (random: Random, text: string): string => {
  let mutated = text;
  for (let count = random(8); count > 0; count -= 1) {
    const at = random(mutated.length + 1);
    const end = random(3) === 0 ? at + random(20) : at;
    mutated = mutated.slice(0, at) + pick(random, PIECES) + mutated.slice(end);
  }
  return random(4) === 0 ? mutated.slice(0, random(mutated.length + 1)) : mutated;
};

const randomBytes = (random: Random): Uint8Array =>
  Uint8Array.from({ length: random(400) }, () => random(256));

const decode = (bytes: Uint8Array): string | undefined => {
  if (fileTypeOf(bytes) !== 'text') return undefined;
  const finder = createEncodingFinder();
  // Reads chunks of seven bytes, whose boundaries split characters.
  for (let at = 0; at < bytes.length; at += 7) finder.add(bytes.subarray(at, at + 7));
  const encoding = finder.find();
  if (!encoding) return undefined;
  const decoder = createTextDecoder(encoding);
  return decoder.decode(bytes) + decoder.end();
};

/** @returns the text that was dropped silently */
const findDropped = (random: Random, text: string): string | undefined => {
  const kind = pick(random, importKindSchema.options);
  const list = readList(kind, text);
  const lines = readLines(text, list.separator).lines.filter(({ number }) => number > list.headerLine);
  const filled = lines.filter(({ cells }) => cells.some((cell) => /[^\s\p{C}]/u.test(cell)));
  if (list.read.length < filled.length) return `${kind}: ${filled.length - list.read.length} lines`;
  const roster = readRoster(text);
  const numbers = new Set([
    ...entriesOf(roster, roster.columns).map(({ line }) => line.number),
    ...roster.skipped.map(({ line }) => line.number),
  ]);
  const missing = roster.lines.find(({ number }) => !numbers.has(number));
  return missing && `roster: line ${missing.number}`;
};

/** @throws with the seed that shows a fault */
export const fuzz = (seed: number): void => {
  const random = createRandom(seed);
  const bytes =
    random(5) === 0 ? randomBytes(random) : pick(random, ENCODINGS)(mutate(random, pick(random, TEXTS)));
  const text = decode(bytes);
  if (text === undefined) return;
  const dropped = findDropped(random, text);
  if (dropped !== undefined) throw new Error(`seed ${seed} drops ${dropped}: ${JSON.stringify(text)}`);
};
