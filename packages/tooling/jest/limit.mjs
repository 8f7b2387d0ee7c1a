/**
 * The time limit of every test and hook. It is long, because some machines are many times slower than others, so it
 * ends only hanging tests.
 */
export const TEST_LIMIT_MS = 1_200_000;
