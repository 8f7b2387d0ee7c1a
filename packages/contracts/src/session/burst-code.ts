// In a file of its own, with imports of none: pages need these numbers, and a bundler keeps schemas with checks.

/**
 * How long the wall shows a burst code, in ms. So a wall changes four times in three seconds: WCAG 2.2, 2.3.1, allows three
 * flashes a second, and a camera of 10 pictures a second has some seven of each code.
 */
export const LIVE_WINDOW_MS = 750;
/** Longer than other codes, so that nobody takes one for the other. */
export const BURST_CODE_LENGTH = 10;
/** A scan is so many codes that were on the wall within so many windows in a row. */
export const BURST_SEQUENCE = { codes: 3, windows: 5 } as const;
/** How long the wall shows two words, in ms. They are accepted for as long again, as typing takes its time. */
export const LIVE_WORDS_MS = 20_000;
/** The wall is told codes and words so far ahead, in ms, and no further. */
export const LIVE_AHEAD_MS = 10_000;

/** Whether a code, as a QR carries it, is one of a burst code's by its form. */
export const isBurstCode = (code: string): boolean => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code);
