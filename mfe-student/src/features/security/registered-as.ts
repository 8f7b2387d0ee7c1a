import type { RegisteredDevice } from '@qr-attendance/contracts';

/**
 * The id under which the server knows this device once it is registered: its own, or the one of before where the browser
 * lost that and kept its key, by which the server gave the old entry the new name.
 */
export const registeredAs = (devices: RegisteredDevice[], deviceId: string, deviceName: string): string => {
  const found =
    devices.find((device) => device.deviceId === deviceId) ??
    devices.find((device) => device.deviceName === deviceName);
  return found?.deviceId ?? deviceId;
};
