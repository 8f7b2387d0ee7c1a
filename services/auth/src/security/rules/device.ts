import { MAX_DEVICES, type DeviceKey, type RegisteredDevice } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';

const HOUR_MS = 3_600_000;

export interface StoredDevice extends RegisteredDevice {
  key: DeviceKey | null;
}
export interface NewDevice {
  deviceId: string;
  deviceName: string;
  publicKey?: DeviceKey | undefined;
}

/** What a registration comes to, given the devices there are. */
export type DeviceChange =
  /** One more. */
  | { kind: 'add' }
  /** Another name, or another id that the browser gave itself while it kept its key. */
  | { kind: 'rename'; deviceId: string }
  /** The first key of a device registered before there were keys: it counts like a new one. */
  | { kind: 'give key' };

const isSameKey = (a: DeviceKey | null, b: DeviceKey | undefined): boolean =>
  a !== null && b !== undefined && a.x === b.x && a.y === b.y;

/** @throws DomainError for one device too many, and for a device that would become another one under its old id */
export const judgeDevice = (devices: StoredDevice[], { deviceId, publicKey }: NewDevice): DeviceChange => {
  const known = devices.find((device) => device.deviceId === deviceId);
  const keyHolder = devices.find(({ key }) => isSameKey(key, publicKey));
  if (keyHolder && (!known || known === keyHolder)) return { kind: 'rename', deviceId: keyHolder.deviceId };
  if (known && !publicKey) return { kind: 'rename', deviceId };
  if (known && !known.key && !keyHolder) return { kind: 'give key' };
  if (known)
    throw new DomainError(
      'conflict',
      'device_taken',
      'This device is registered with another key. Remove it, then register it again.',
    );
  if (devices.length >= MAX_DEVICES)
    throw new DomainError(
      'conflict',
      'too_many_devices',
      `You can have at most ${MAX_DEVICES} devices. Please remove one first.`,
    );
  return { kind: 'add' };
};

/** A device that takes the place of a removed one counts only some time after the removal. */
export const countsFromOf = (now: Date, removedAt: Date | null, coolDownHours: number): Date =>
  new Date(Math.max(now.getTime(), removedAt ? removedAt.getTime() + coolDownHours * HOUR_MS : 0));
