/** Only ends what hangs: a busy machine may be slow. */
export const TEST_LIMIT_MS = 300_000;
