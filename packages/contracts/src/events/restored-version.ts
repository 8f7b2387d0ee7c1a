const FIRST_EPOCH_MS = Date.UTC(2026, 0);

/**
 * The version that every aggregate of an owner gets when the owner's data is restored: whole seconds since
 * the start of 2026. An aggregate changes less than once a second, so no copy of it can have a version as
 * high, not even one of an aggregate that was restored before. Versions continue from there.
 */
export const restoredVersion = (now: Date): number => Math.floor((now.getTime() - FIRST_EPOCH_MS) / 1_000);
