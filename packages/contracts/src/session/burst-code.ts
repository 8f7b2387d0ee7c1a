// A separate file without imports, because pages need these numbers, and bundlers do not remove unused
// schemas with checks.

/**
 * Display time of a burst code in ms. The image changes four times in three seconds: WCAG 2.2, 2.3.1, allows
 * three flashes a second, and a camera with 10 frames per second sees about seven frames of each code.
 */
export const BURST_WINDOW_MS = 750;
/** The length differs from that of other codes, so that the two cannot be confused. */
export const BURST_CODE_LENGTH = 10;
/** A scan consists of this many codes within this many consecutive windows. */
export const BURST_SEQUENCE = { codes: 3, windows: 5 } as const;
/** Display time of two words in ms. The server accepts them for twice as long, because typing takes time. */
export const BURST_WORDS_MS = 20_000;
/** The projector view receives codes and words this long in advance, in ms. */
export const BURST_PREFETCH_MS = 10_000;

export const isBurstCode = (code: string): boolean => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code);
