import { routes, type RegisteredDevice } from '@qr-attendance/contracts';
import type { ApiClient } from './api-client.ts';
import { deviceLabel } from './device-label.ts';
import { getDeviceId, restoreDeviceId } from './device-id.ts';
import { deviceKey } from './device-key.ts';

const MAX_NAME_LENGTH = 50;
/** The default name is the browser's user agent, truncated to the maximum length (specification, section 9). */
export const defaultDeviceName = (): string => navigator.userAgent.slice(0, MAX_NAME_LENGTH).trim();

/** A browser that lost its id but kept its key gets its previous id; the server renames the entry. */
export const registeredIdOf = (devices: RegisteredDevice[], deviceId: string, deviceName: string): string => {
  const found =
    devices.find((device) => device.deviceId === deviceId) ??
    devices.find((device) => device.deviceName === deviceName);
  return found?.deviceId ?? deviceId;
};

/** Replaces the default name with a readable name. */
const recognizable = (deviceName: string): string =>
  deviceName === defaultDeviceName() ? deviceLabel(navigator.userAgent) || deviceName : deviceName;

/** Returns all of the student's devices. Throws DeviceKeyError, or ApiError if the server refuses. */
export const registerDevice = async (api: ApiClient, chosenName: string): Promise<RegisteredDevice[]> => {
  const { publicKey } = await deviceKey();
  const deviceId = getDeviceId();
  const deviceName = recognizable(chosenName);
  const devices = await api.call(routes.auth.registerDevice, { body: { deviceId, deviceName, publicKey } });
  restoreDeviceId(registeredIdOf(devices, deviceId, deviceName));
  return devices;
};
