import type { RegisteredDevice } from '@qr-attendance/contracts';

/** `keyless` devices must be registered again; `waiting` devices are in their cool-down. */
export type DeviceState = 'counts' | 'waiting' | 'keyless';

/** Whether a cool-down has not ended. Prefers the server's flag, because this device's clock may be wrong. */
export const isCoolingDown = (
  { countsFrom, waiting }: Pick<RegisteredDevice, 'countsFrom' | 'waiting'>,
  now = Date.now(),
): boolean => waiting ?? Date.parse(countsFrom) > now;

export const deviceState = (
  { hasKey, ...device }: Pick<RegisteredDevice, 'hasKey' | 'countsFrom' | 'waiting'>,
  now = Date.now(),
): DeviceState => {
  if (!hasKey) return 'keyless';
  return isCoolingDown(device, now) ? 'waiting' : 'counts';
};
