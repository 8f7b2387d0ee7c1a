import type { Passkey, PasskeyVerifier } from '@qr-attendance/contracts';

/** Shown by the browser's own dialogue. */
export const RP_NAME = 'QR Attendance System';

export interface StoredPasskey extends Passkey, PasskeyVerifier {}
export type NewPasskey = Omit<StoredPasskey, 'id' | 'createdAt'>;

/**
 * The host name that a new passkey will belong to: that of the page which asks for it, when it is one of ours, else that
 * of our first address. Browsers refuse a passkey for any other host than the page's own.
 */
export const rpIdFor = (publicOrigins: string[], pageOrigin: string | undefined): string => {
  const origin = publicOrigins.find((own) => own === pageOrigin) ?? publicOrigins[0];
  if (origin === undefined) throw new Error('no public origin');
  return new URL(origin).hostname;
};
export const rpIdsOf = (publicOrigins: string[]): string[] => [
  ...new Set(publicOrigins.map((origin) => new URL(origin).hostname)),
];
