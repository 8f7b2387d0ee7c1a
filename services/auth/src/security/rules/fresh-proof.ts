import { DomainError } from '@qr-attendance/server';

/** Told to who adds what marks will be taken by, and has not shown the password lately. */
export const freshProofRequired = (): DomainError =>
  new DomainError(
    'forbidden',
    'fresh_proof_required',
    'Enter your password again to add a device or a passkey. If this page does not ask for it, sign out and sign in with your password.',
  );

/** Whether the password was shown so lately that it need not be asked for again. */
export const isFreshProof = (provedAt: Date | null, now: Date, minutes: number): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() < minutes * 60_000;
