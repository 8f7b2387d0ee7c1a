import { DatabaseError } from 'pg';

/** The device of a mark already served another student in that session. */
export class DeviceAlreadyUsed extends Error {
  override name = 'DeviceAlreadyUsed';
}
/** The selfie of a mark is the very picture of an earlier one. */
export class SelfieReused extends Error {
  override name = 'SelfieReused';
}

/** What it means that a mark could not be written; the error itself where it means nothing. */
export const meaningOf = (error: unknown): unknown => {
  if (!(error instanceof DatabaseError)) return error;
  if (error.constraint === 'marks_key_once_per_session') return new DeviceAlreadyUsed();
  if (error.constraint === 'marks_selfie_once') return new SelfieReused();
  return error;
};
