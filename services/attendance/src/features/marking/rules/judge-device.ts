import type { DeviceKey, DeviceKind, StudentSecurity } from '@qr-attendance/contracts';
import { type DomainError, forbidden } from '@qr-attendance/server';

export interface MarkOrigin {
  address: string;
  device: SigningDevice | undefined;
  deviceKind?: DeviceKind;
}

export interface SigningDevice {
  key: DeviceKey;
  thumbprint: string;
}

export const signatureMissingError = (): DomainError =>
  forbidden(
    'device_signature_missing',
    'Your browser did not prove that this is your device. Reload the page and try again, or register this device in Security Settings.',
  );

export const registeredDevice = ({ devices }: StudentSecurity, device: SigningDevice | undefined) =>
  devices.find(({ key }) => key.x === device?.key.x && key.y === device.key.y);

export const judgeDevice = (
  security: StudentSecurity,
  { device, now }: { device: SigningDevice | undefined; now: Date },
): DomainError | undefined => {
  if (!device) return signatureMissingError();
  const registered = registeredDevice(security, device);
  if (!registered)
    return forbidden(
      'unknown_device',
      'This device is not registered to you. Register it in Security Settings.',
    );
  if (Date.parse(registered.countsFrom) <= now.getTime()) return undefined;
  return forbidden(
    'device_cooling_down',
    'This device is new and you cannot use it yet. Until you can, ask your teacher to confirm it or to mark you manually.',
    { countsFrom: registered.countsFrom, proof: { kind: 'device', id: registered.deviceId } },
  );
};
