import { hashSecret, newSecret } from '@qr-attendance/server';
import { DAY_LINK_HOURS } from '../../core/email/rules/email.ts';
import type { EmailAddresses, LinkFor } from './email-addresses.ts';

const HOUR_MS = 3_600_000;

export const createVerificationLink = async (
  context: { emailAddresses: EmailAddresses; publicOrigins: string[]; clock: () => Date },
  link: LinkFor,
): Promise<string> => {
  const { emailAddresses, publicOrigins, clock } = context;
  const token = newSecret();
  const expiresAt = new Date(clock().getTime() + DAY_LINK_HOURS * HOUR_MS);
  await emailAddresses.addLink({ ...link, hash: hashSecret(token), expiresAt });
  return `${publicOrigins[0] ?? ''}/verify-email#${token}`;
};
