import type { SecurityPreferences } from '@qr-attendance/contracts';
import type { TestDevice } from './create-device.ts';

export const PASSWORD = 'correct horse battery';
export const PIN = '2468';

export interface Member {
  id: string;
  name: string;
  email: string;
  token: string;
  cookie: string;
  deviceId: string;
  /** The key that signs the calls of tests; a browser would create its own key. */
  device: TestDevice;
}

export const NOTHING_REQUIRED: SecurityPreferences = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};

export const signedMark = (
  { token, device }: Pick<Member, 'token' | 'device'>,
  mark: object,
): { token: string; body: string; headers: Record<string, string> } => {
  const { deviceId, publicKey: deviceKey } = device;
  const body = JSON.stringify({ deviceId, deviceKey, ...mark });
  return { token, body, headers: device.headersFor(body) };
};
