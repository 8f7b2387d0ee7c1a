/**
 * One limit for every test and hook. It only ends hanging ones, because some machines are many times slower
 * than others.
 */
export const TEST_LIMIT_MS = 1_200_000;
