import { routes, type RegisteredDevice } from '@qr-attendance/contracts';
import type { ApiClient } from './api-client.ts';
import { getDeviceId, keepDeviceId } from './device-id.ts';
import { deviceKey } from './device-key.ts';

const MAX_NAME_LENGTH = 50;
/** The browser's own description, cut to the maximum length. Specification, section 9. */
export const defaultDeviceName = (): string => navigator.userAgent.slice(0, MAX_NAME_LENGTH).trim();

/**
 * The id under which the server knows this device: its own, or the previous one if the browser lost that and
 * kept its key, whose entry the server has renamed.
 */
export const registeredAs = (devices: RegisteredDevice[], deviceId: string, deviceName: string): string => {
  const found =
    devices.find((device) => device.deviceId === deviceId) ??
    devices.find((device) => device.deviceName === deviceName);
  return found?.deviceId ?? deviceId;
};

/**
 * @returns all of the student's devices
 * @throws DeviceKeyError if the browser cannot store a key; ApiError if the server rejects it
 */
export const registerDevice = async (api: ApiClient, deviceName: string): Promise<RegisteredDevice[]> => {
  const { publicKey } = await deviceKey();
  const deviceId = getDeviceId();
  const devices = await api.call(routes.auth.registerDevice, { body: { deviceId, deviceName, publicKey } });
  keepDeviceId(registeredAs(devices, deviceId, deviceName));
  return devices;
};
