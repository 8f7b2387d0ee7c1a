import type { RouteContract } from '@qr-attendance/contracts';
import { type DomainError, forbidden } from '../errors.ts';

interface Prover {
  claims: { provenUntil?: number | undefined };
}

/**
 * Whether the caller proved minutes ago who they are, by password, passkey, authenticator app or identity provider.
 * The access token issued then contains the end of this period, so an older token that was stolen from the browser has
 * no fresh proof.
 */
export const hasFreshProof = ({ claims }: Prover, now = new Date()): boolean =>
  claims.provenUntil !== undefined && claims.provenUntil * 1_000 > now.getTime();

export const freshProofRequiredError = (): DomainError =>
  forbidden(
    'fresh_proof_required',
    'Confirm with your password or a passkey before you change this. If this page does not ask for it, sign out and sign in with your password.',
  );

export const requireFreshProof = (caller: Prover): void => {
  if (!hasFreshProof(caller)) throw freshProofRequiredError();
};

export const requireProofOf = ({ proof }: Pick<RouteContract, 'proof'>, caller: Prover | undefined): void => {
  if (proof === 'fresh' && caller) requireFreshProof(caller);
};
