import type { RegisteredDevice } from '@qr-attendance/contracts';

/** `keyless` devices must be registered again; `waiting` devices are in their cool-down. */
export type DeviceState = 'counts' | 'waiting' | 'keyless';

/** Whether what counts from a moment on does not count yet. */
export const isWaiting = (countsFrom: string, now = Date.now()): boolean => Date.parse(countsFrom) > now;

export const deviceState = (
  { hasKey, countsFrom }: Pick<RegisteredDevice, 'hasKey' | 'countsFrom'>,
  now = Date.now(),
): DeviceState => {
  if (!hasKey) return 'keyless';
  return isWaiting(countsFrom, now) ? 'waiting' : 'counts';
};
