import type { TotpSetup } from '@qr-attendance/contracts';
import { Secret, TOTP } from 'otpauth';
import { RP_NAME } from '../../security/rules/passkey.ts';

/** The values that every authenticator app supports (RFC 6238). */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The clock of a phone may differ by one step. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const totpSetupOf = (secret: string, account: string): TotpSetup => {
  const totp = new TOTP({ ...TOTP_OPTIONS, issuer: RP_NAME, label: account, secret });
  return { secret, uri: totp.toString() };
};

/** Returns the time step of a correct code, by which the caller detects that the code was used before. */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...TOTP_OPTIONS, secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
};
