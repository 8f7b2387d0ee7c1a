import {
  CODE_LENGTH,
  BURST_CODE_LENGTH,
  BURST_WINDOW_MS,
  BURST_WORDS_MS,
  isBurstCode,
} from '@qr-attendance/contracts';
import { describe, expect, it } from '@jest/globals';
import { newSecret } from '@qr-attendance/server';
import { computeCode } from '../src/core/codes/rules/compute-code.ts';
import { judgeSequence, type CodeSighting } from '../src/features/scanning/rules/judge-sequence.ts';
import {
  createBurstCode,
  createWords,
  readWords,
  showBurstCodes,
  windowAt,
  wordsAcceptedAt,
} from '../src/core/codes/rules/burst-code.ts';
import { BURST_WORDS } from '../src/core/codes/rules/word-list.ts';

const secret = newSecret();
const GRACE_MS = 5_000;
const NOW = 2_400_000_000 * BURST_WINDOW_MS;
const nowWindow = windowAt(NOW);
const seen = (...windowsBefore: number[]): CodeSighting[] =>
  windowsBefore.map((before) => ({
    code: createBurstCode(secret, nowWindow - before),
    agoMs: Math.max(0, before * BURST_WINDOW_MS - 100),
  }));
const judge = (
  sightings: CodeSighting[],
  arrivedAt = NOW,
  { roundTripMs, graceMs = GRACE_MS }: { roundTripMs?: number; graceMs?: number } = {},
) => judgeSequence(secret, { sightings, arrivedAt, roundTripMs }, graceMs);

describe('a sequence of codes from a camera', () => {
  it.each([
    ['three consecutive codes', [2, 1, 0]],
    ['three of five codes', [4, 2, 0]],
    ['two consecutive codes after a gap', [4, 1, 0]],
    ['five consecutive codes', [4, 3, 2, 1, 0]],
  ])('is accepted: %s', (_name, windows) => {
    expect(judge(seen(...windows), NOW + 120)).toEqual({ lateMs: 120 });
  });

  it('has a delay since its newest code was shown, minus the phone’s round-trip time', () => {
    expect(judge(seen(2, 1, 0), NOW + 900, { roundTripMs: 600 })).toEqual({ lateMs: 300 });
    // A network cannot explain a longer delay.
    expect(judge(seen(2, 1, 0), NOW + 4_000, { roundTripMs: 60_000 })).toEqual({ lateMs: 2_000 });
  });

  it.each([
    ['if its codes are in the wrong order', seen(0, 1, 2)],
    ['if a code occurs twice', [...seen(1), ...seen(1), ...seen(0)]],
    ['if it spans more than five windows', seen(5, 1, 0)],
    ['if all codes have the same time', seen(2, 1, 0).map((one) => ({ ...one, agoMs: 0 }))],
    [
      'if its codes are too far apart for a camera',
      seen(2, 1, 0).map((one, place) => ({ ...one, agoMs: 6_000 - place * 3_000 })),
    ],
    [
      'if codes were scanned before they were shown',
      seen(2, 1, 0).map((one) => ({ ...one, agoMs: one.agoMs + 2_500 })),
    ],
  ])('is implausible %s', (_name, sightings) => {
    expect(judge(sightings)).toBe('implausible');
  });

  it('is unknown if a code belongs to another session, is too old, or was not shown yet', () => {
    const other = { code: createBurstCode(newSecret(), nowWindow - 1), agoMs: 700 };
    const [first, , last] = seen(2, 1, 0);
    expect(judge([first!, other, last!])).toBe('unknown');
    expect(judge(seen(2, 1, 0), NOW + 60_000)).toBe('unknown');
    // The clock of another replica may be behind, so a code can seem to be shown early.
    expect(judge(seen(2, 1, 0), NOW - 800)).toEqual({ lateMs: -800 });
    expect(judge(seen(2, 1, 0), NOW - 1_800)).toBe('unknown');
    expect(judge([])).toBe('unknown');
  });

  it('expires with its newest code', () => {
    const dead = NOW + BURST_WINDOW_MS + GRACE_MS;
    expect(judge(seen(2, 1, 0), dead - 1)).toMatchObject({ lateMs: expect.any(Number) });
    expect(judge(seen(2, 1, 0), dead)).toBe('late');
  });
});

describe('burst codes', () => {
  it('differ from ordinary codes with the same secret', () => {
    const live = Array.from({ length: 500 }, (_, window) => createBurstCode(secret, window));
    const ordinary = Array.from({ length: 500 }, (_, window) => computeCode(secret, 0, window));
    expect(new Set([...live, ...ordinary]).size).toBe(1_000);
    expect(live.every(isBurstCode)).toBe(true);
    expect(ordinary.some(isBurstCode)).toBe(false);
    expect(BURST_CODE_LENGTH).toBeGreaterThan(CODE_LENGTH);
  });

  it('change at most twice a second, below three flashes (WCAG 2.3.1), and are sent at most ten seconds ahead', () => {
    expect(1_000 / BURST_WINDOW_MS).toBeGreaterThanOrEqual(1);
    expect(1_000 / BURST_WINDOW_MS).toBeLessThanOrEqual(2);
    const { codes, words } = showBurstCodes(secret, NOW + 300, true);
    expect(codes[0]).toEqual({ code: createBurstCode(secret, nowWindow), inMs: -300 });
    for (const { inMs } of [...codes, ...words]) expect(inMs).toBeLessThanOrEqual(10_000);
    expect(codes.at(-1)?.inMs).toBeGreaterThan(9_000);
  });
});

describe('the words beside burst codes', () => {
  it('come from a list without duplicates, with only letters that every keyboard has', () => {
    expect(BURST_WORDS).toHaveLength(512);
    expect(new Set(BURST_WORDS).size).toBe(512);
    for (const word of BURST_WORDS) expect(word).toMatch(/^[a-z]{3,6}$/);
  });

  it('are accepted in any case, with or without a space, for twice as long as they are shown', () => {
    const window = windowAt(NOW, BURST_WORDS_MS);
    const [firstWord = '', secondWord = ''] = createWords(secret, window);
    const read = readWords([firstWord.toUpperCase(), `  ${secondWord}`]);
    expect(read).toBe(readWords([`${firstWord}${secondWord}`]));
    const shownAt = window * BURST_WORDS_MS;
    for (const at of [shownAt, shownAt + 2 * BURST_WORDS_MS - 1])
      expect(wordsAcceptedAt(secret, at)).toContain(read);
    for (const at of [shownAt - 1, shownAt + 2 * BURST_WORDS_MS])
      expect(wordsAcceptedAt(secret, at)).not.toContain(read);
  });
});
