import { DEVICE_SIGNATURE_HEADER, type DeviceKey } from '@qr-attendance/contracts';
import { type DomainError, forbidden, isSignedByDevice } from '@qr-attendance/server';
import type { Request } from 'express';
import { scanNotYoursError } from './scan-not-yours.ts';

const signInFirstError = (): DomainError =>
  forbidden('sign_in_first', 'Your browser did not sign this scan. Sign in first, then scan the code.');

/**
 * Rejects an unsigned scan before the sign-in, because anybody in the room could scan for the public key of an absent
 * phone.
 */
export const requireSignature = (request: Request, key: DeviceKey): void => {
  if (request.get(DEVICE_SIGNATURE_HEADER) === undefined) throw signInFirstError();
  if (!isSignedByDevice(request, key)) throw scanNotYoursError();
};
