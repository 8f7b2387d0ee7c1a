/** A PIN is short, so guessing must be slow: this many wrong ones, then a pause. */
export const PIN_TRIES = 5;
export const PIN_LOCK_MINUTES = 15;

export interface PinAttempts {
  failures: number;
  lockedUntil: Date | null;
}

/** Whole minutes until the next try is allowed; 0 when it is. */
export const minutesLocked = (attempts: PinAttempts | null, now: Date): number => {
  const left = (attempts?.lockedUntil?.getTime() ?? 0) - now.getTime();
  return Math.max(0, Math.ceil(left / 60_000));
};
