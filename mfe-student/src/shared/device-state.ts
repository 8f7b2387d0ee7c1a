import type { RegisteredDevice } from '@qr-attendance/contracts';

/** `keyless`: registered by an older version of this page, and to be registered again; `waiting`: counts later. */
export type DeviceState = 'counts' | 'waiting' | 'keyless';

/** Whether what counts from a moment on does not count yet. */
export const waits = (countsFrom: string, now = Date.now()): boolean => Date.parse(countsFrom) > now;

export const deviceState = (
  { hasKey, countsFrom }: Pick<RegisteredDevice, 'hasKey' | 'countsFrom'>,
  now = Date.now(),
): DeviceState => {
  if (hasKey === false) return 'keyless';
  return waits(countsFrom, now) ? 'waiting' : 'counts';
};
