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

/** The result of a registration, given the existing devices. */
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

/** How long what is new does not count, in hours. */
export interface CoolDowns {
  /** Since a device was removed whose place it takes. */
  replacedHours: number;
  /** Since it was added, but for the first ever of the account. */
  addedHours: number;
}

/** When what was added now counts: after the cool-down, unless it is the first of its kind that the account ever had. */
export const addedCountsFrom = (now: Date, firstAt: Date | null, { addedHours }: CoolDowns): Date =>
  new Date(now.getTime() + (firstAt ? addedHours * HOUR_MS : 0));

/** A device that takes the place of a removed one counts some time after the removal at the earliest. */
export const deviceCountsFrom = (
  now: Date,
  { firstDeviceAt, deviceRemovedAt }: { firstDeviceAt: Date | null; deviceRemovedAt: Date | null },
  coolDowns: CoolDowns,
): Date => {
  const replaces = deviceRemovedAt ? deviceRemovedAt.getTime() + coolDowns.replacedHours * HOUR_MS : 0;
  return new Date(Math.max(addedCountsFrom(now, firstDeviceAt, coolDowns).getTime(), replaces));
};
