import type { DeviceKey, DeviceKind } from '@qr-attendance/contracts';
import { clientAddressOf, isSignedByDevice, thumbprintOf } from '@qr-attendance/server';
import type { Request } from 'express';
import { signatureMissingError, type MarkOrigin } from './rules/judge-device.ts';

export const deviceKindOf = (userAgent = ''): DeviceKind => {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Android/.test(userAgent)) return 'android';
  return /Windows|Macintosh|CrOS|Linux/.test(userAgent) ? 'computer' : 'other';
};

/**
 * Requires a signature of the body by the key that the body names.
 * @throws DomainError (forbidden)
 */
export const readOrigin = (request: Request, key: DeviceKey | undefined): MarkOrigin => {
  const address = clientAddressOf(request);
  const deviceKind = deviceKindOf(request.headers['user-agent']);
  if (!key) return { address, deviceKind, device: undefined };
  if (!isSignedByDevice(request, key)) throw signatureMissingError();
  return { address, deviceKind, device: { key, thumbprint: thumbprintOf(key) } };
};
