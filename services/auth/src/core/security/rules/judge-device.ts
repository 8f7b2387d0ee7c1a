import { MAX_DEVICES, type DeviceKey } from '@qr-attendance/contracts';
import { conflict } from '@qr-attendance/server';
import type { StoredDevice } from '../../people/rules/person.ts';

export interface NewDevice {
  deviceId: string;
  deviceName: string;
  publicKey?: DeviceKey | undefined;
}

export type DeviceChange =
  | { kind: 'add' }
  /** Changes the name, or the id after the browser lost its id but kept its key. */
  | { kind: 'rename'; deviceId: string }
  /** Adds a key to a device without a key, which then has the same cool-down as a new device. */
  | { kind: 'give key' };

const isSameKey = (a: DeviceKey | null, b: DeviceKey | undefined): boolean =>
  a !== null && b !== undefined && a.x === b.x && a.y === b.y;

export const judgeDevice = (devices: StoredDevice[], { deviceId, publicKey }: NewDevice): DeviceChange => {
  const registered = devices.find((device) => device.deviceId === deviceId);
  const keyHolder = devices.find(({ key }) => isSameKey(key, publicKey));
  if (keyHolder && (!registered || registered === keyHolder))
    return { kind: 'rename', deviceId: keyHolder.deviceId };
  if (registered && !publicKey) return { kind: 'rename', deviceId };
  if (registered && !registered.key && !keyHolder) return { kind: 'give key' };
  if (registered)
    throw conflict(
      'device_taken',
      'This device is registered with another key. Remove it, then register it again.',
    );
  if (devices.length >= MAX_DEVICES)
    throw conflict(
      'too_many_devices',
      `You can have at most ${MAX_DEVICES} devices. Please remove one first.`,
    );
  return { kind: 'add' };
};
