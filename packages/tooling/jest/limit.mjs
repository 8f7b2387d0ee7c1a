/**
 * One limit for every test and hook. It only ends what hangs, because a machine may be many times slower than
 * another.
 */
export const TEST_LIMIT_MS = 1_200_000;
