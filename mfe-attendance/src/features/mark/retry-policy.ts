import { ApiError, classifyFailure, DeviceKeyError } from '@qr-attendance/web-kit';

/** Why there is no answer yet: nothing could leave the phone, nothing of the service's came back, or it is too busy. */
export type Trouble = 'offline' | 'no-answer' | 'busy';

/** Undefined for what is final: a refusal, or a success in a form that this page does not know. */
export const troubleOf = (error: unknown, wasOnline: boolean): Trouble | undefined => {
  if (!wasOnline && !(error instanceof ApiError && error.status > 0)) return 'offline';
  // There was a key when the mark was made: the storage that holds it hangs.
  if (error instanceof DeviceKeyError) return 'no-answer';
  const { kind } = classifyFailure(error);
  if (kind === 'refused' || kind === 'incompatible') return undefined;
  // Once signed out the page is left for the sign-in; what is kept goes on after it.
  return kind === 'busy' ? 'busy' : 'no-answer';
};
