import { routes, type RegisteredDevice } from '@qr-attendance/contracts';
import type { ApiClient } from './api-client.ts';
import { getDeviceId, keepDeviceId } from './device-id.ts';
import { deviceKey } from './device-key.ts';

const LONGEST_NAME = 50;
/** The browser's own description of itself, cut to what a name may hold. Specification, section 9. */
export const defaultDeviceName = (): string => navigator.userAgent.slice(0, LONGEST_NAME).trim();

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

/**
 * Registers this very device for the signed-in student, by the key that only this browser has.
 * @returns all of the student's devices
 * @throws DeviceKeyError where the browser can keep no key; ApiError where the server refuses
 */
export const registerDevice = async (api: ApiClient, deviceName: string): Promise<RegisteredDevice[]> => {
  const { publicKey } = await deviceKey();
  const deviceId = getDeviceId();
  const devices = await api.call(routes.auth.registerDevice, { body: { deviceId, deviceName, publicKey } });
  keepDeviceId(registeredAs(devices, deviceId, deviceName));
  return devices;
};
