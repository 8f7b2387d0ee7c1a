import type { RegisteredDevice } from '@qr-attendance/contracts';

/** `keyless`: registered without a key, and to be registered again; `waiting`: counts later. */
export type DeviceState = 'counts' | 'waiting' | 'keyless';

/** Whether what counts from a moment on does not count yet. */
export const waits = (countsFrom: string, now = Date.now()): boolean => Date.parse(countsFrom) > now;

export const deviceState = (
  { hasKey, countsFrom }: Pick<RegisteredDevice, 'hasKey' | 'countsFrom'>,
  now = Date.now(),
): DeviceState => {
  if (!hasKey) return 'keyless';
  return waits(countsFrom, now) ? 'waiting' : 'counts';
};
