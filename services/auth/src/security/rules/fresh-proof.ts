import { type DomainError, forbidden } from '@qr-attendance/server';

export const freshProofRequired = (): DomainError =>
  forbidden(
    'fresh_proof_required',
    'Confirm with your password or a passkey before you change this. If this page does not ask for it, sign out and sign in with your password.',
  );

export const isFreshProof = (provedAt: Date | null, now: Date, minutes: number): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() < minutes * 60_000;
