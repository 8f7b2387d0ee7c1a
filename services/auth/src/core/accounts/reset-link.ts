import { hashSecret, newSecret } from '@qr-attendance/server';
import { RESET_LINK_HOURS } from '../email/rules/email.ts';
import type { PasswordResets } from './accounts.ts';

const HOUR_MS = 3_600_000;

/** Browsers do not send the fragment to servers, so the token appears in no log and in no Referer header. */
export const createResetLink = async (
  { resets, publicOrigins, clock }: { resets: PasswordResets; publicOrigins: string[]; clock: () => Date },
  personId: string,
  hours: number = RESET_LINK_HOURS,
): Promise<string> => {
  const token = newSecret();
  await resets.add(hashSecret(token), personId, new Date(clock().getTime() + hours * HOUR_MS));
  return `${publicOrigins[0] ?? ''}/reset-password#${token}`;
};
