import type { PasskeyCreationOptions, SecondFactorActivation } from '@qr-attendance/contracts';
import { createPasskey } from '@qr-attendance/ui-kit/passkey';
import { deviceLabel } from '@qr-attendance/web-kit';

/** Creates a passkey that is named after this device. */
export const newPasskey = async (
  start: () => Promise<PasskeyCreationOptions>,
  defaultName: string,
): Promise<SecondFactorActivation> => ({
  name: deviceLabel(navigator.userAgent) ?? defaultName,
  newPasskey: await createPasskey(await start()),
});
