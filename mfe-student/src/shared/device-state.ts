import type { RegisteredDevice } from '@qr-attendance/contracts';

/** `keyless`: registered by an older version of this page, and to be registered again; `waiting`: counts later. */
export type DeviceState = 'counts' | 'waiting' | 'keyless';

export const deviceState = (
  { hasKey, countsFrom }: Pick<RegisteredDevice, 'hasKey' | 'countsFrom'>,
  now = Date.now(),
): DeviceState => {
  if (hasKey === false) return 'keyless';
  return Date.parse(countsFrom) > now ? 'waiting' : 'counts';
};
