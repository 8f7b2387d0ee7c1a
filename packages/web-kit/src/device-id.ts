import { v4 as uuid } from 'uuid';

const KEY = 'deviceId';

/** Created at first use and kept in the browser's storage. Specification, section 4. */
export const getDeviceId = (): string => {
  const kept = localStorage.getItem(KEY);
  if (kept) return kept;
  const made = uuid();
  localStorage.setItem(KEY, made);
  return made;
};

export const keepDeviceId = (deviceId: string): void => localStorage.setItem(KEY, deviceId);
