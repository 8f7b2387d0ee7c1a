import type { DeviceKey } from '@qr-attendance/contracts';
import { clientAddressOf, isSignedByDevice, thumbprintOf } from '@qr-attendance/server';
import type { Request } from 'express';
import { signatureMissing } from './rules/judge-device.ts';
import type { MarkOrigin } from './rules/mark-origin.ts';

/**
 * Where a mark comes from. A body that names a key must be signed by it.
 * @throws DomainError (forbidden) when it is not
 */
export const readOrigin = (request: Request, key: DeviceKey | undefined): MarkOrigin => {
  const address = clientAddressOf(request);
  if (!key) return { address, device: undefined };
  if (!isSignedByDevice(request, key)) throw signatureMissing();
  return { address, device: { key, thumbprint: thumbprintOf(key) } };
};
