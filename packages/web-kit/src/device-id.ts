import { v4 as uuid } from 'uuid';

const KEY = 'deviceId';

/** This browser's id, made at first use and kept in its storage. Specification, section 4. */
export const getDeviceId = (): string => {
  const kept = localStorage.getItem(KEY);
  if (kept) return kept;
  const made = uuid();
  localStorage.setItem(KEY, made);
  return made;
};

/** Goes by an id that this browser had before. */
export const keepDeviceId = (deviceId: string): void => localStorage.setItem(KEY, deviceId);
