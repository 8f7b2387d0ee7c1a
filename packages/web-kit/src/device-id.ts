import { v4 as uuid } from 'uuid';

const KEY = 'deviceId';

export const getDeviceId = (): string => {
  const kept = localStorage.getItem(KEY);
  if (kept) return kept;
  const made = uuid();
  localStorage.setItem(KEY, made);
  return made;
};

export const restoreDeviceId = (deviceId: string): void => localStorage.setItem(KEY, deviceId);
