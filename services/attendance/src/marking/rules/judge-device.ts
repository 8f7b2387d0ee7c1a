import type { DeviceKey, StudentSecurity } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';

/** A browser whose signature of the request was found right. */
export interface SigningDevice {
  key: DeviceKey;
  /** Name of the key, RFC 7638. */
  thumbprint: string;
}

const refuse = (code: string, message: string, details?: Record<string, unknown>) =>
  new DomainError('forbidden', code, message, details);

/** Told where a signature is needed and there is none, or a wrong one. */
export const signatureMissing = (): DomainError =>
  refuse(
    'device_signature_missing',
    'Your browser did not prove that this is your device. Reload the page and try again, or register this device in Security Settings.',
  );

/** The student's own device that signed; undefined when it is not registered. */
export const registeredDevice = ({ devices }: StudentSecurity, device: SigningDevice | undefined) =>
  devices.find(({ key }) => key.x === device?.key.x && key.y === device.key.y);

/** Refuses any device but a registered one that counts already. Called where one is required. */
export const judgeDevice = (
  security: StudentSecurity,
  { device, now }: { device: SigningDevice | undefined; now: Date },
): DomainError | undefined => {
  if (!device) return signatureMissing();
  const registered = registeredDevice(security, device);
  if (!registered)
    return refuse(
      'unknown_device',
      'This device is not registered to you. Register it in Security Settings.',
    );
  if (Date.parse(registered.countsFrom) <= now.getTime()) return undefined;
  return refuse(
    'device_cooling_down',
    'This device was registered in place of another and does not count yet. Until it does, ask your teacher to mark you by hand.',
    { countsFrom: registered.countsFrom },
  );
};
