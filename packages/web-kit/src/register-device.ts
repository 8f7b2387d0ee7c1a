import { routes, type RegisteredDevice } from '@qr-attendance/contracts';
import type { ApiClient } from './api-client.ts';
import { getDeviceId, restoreDeviceId } from './device-id.ts';
import { deviceKey } from './device-key.ts';

const MAX_NAME_LENGTH = 50;
/** The browser's user agent, cut to the maximum length (specification, section 9). */
export const defaultDeviceName = (): string => navigator.userAgent.slice(0, MAX_NAME_LENGTH).trim();

/** A browser that lost its id but kept its key gets its earlier id; the server renames the entry. */
export const registeredAs = (devices: RegisteredDevice[], deviceId: string, deviceName: string): string => {
  const found =
    devices.find((device) => device.deviceId === deviceId) ??
    devices.find((device) => device.deviceName === deviceName);
  return found?.deviceId ?? deviceId;
};

/** Returns all of the student's devices. Throws DeviceKeyError, or ApiError if the server refuses. */
export const registerDevice = async (api: ApiClient, deviceName: string): Promise<RegisteredDevice[]> => {
  const { publicKey } = await deviceKey();
  const deviceId = getDeviceId();
  const devices = await api.call(routes.auth.registerDevice, { body: { deviceId, deviceName, publicKey } });
  restoreDeviceId(registeredAs(devices, deviceId, deviceName));
  return devices;
};
