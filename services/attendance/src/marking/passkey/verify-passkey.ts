import type { Logger } from '@qr-attendance/observability';
import type { ChallengePurpose, PasskeyChallenges, Passkeys } from '../passkeys.ts';
import { challengeOf, checkAssertion } from '../rules/check-assertion.ts';
import { passkeyFailed, type PasskeyToVerify } from '../rules/collect-proofs.ts';

interface Deps {
  challenges: PasskeyChallenges;
  passkeys: Passkeys;
  publicOrigins: string[];
  log: Logger;
}

/** An assertion found right; its challenge is still to be used up, together with writing the mark. */
export interface VerifiedPasskey {
  challenge: string;
  credentialId: string;
  counter: number;
}

/**
 * Verifies that the student answered the challenge given out for this very mark. A wrong answer uses the challenge up.
 * @throws DomainError (passkey_failed)
 */
export const makeVerifyPasskey =
  ({ challenges, passkeys, publicOrigins, log }: Deps) =>
  async (purpose: ChallengePurpose, { verifier, assertion }: PasskeyToVerify): Promise<VerifiedPasskey> => {
    const challenge = challengeOf(assertion);
    const rpId = challenge === undefined ? undefined : await challenges.findRpId(challenge, purpose);
    if (challenge === undefined || rpId === undefined) throw passkeyFailed();
    const { credentialId } = verifier;
    const counter = await passkeys.counterOf(credentialId);
    const checked = await checkAssertion(assertion, { challenge, rpId, publicOrigins, verifier, counter });
    if ('counter' in checked) return { challenge, credentialId, counter: checked.counter };
    log.info({ why: checked.refusedBecause }, 'a passkey was refused');
    await challenges.remove(challenge);
    throw passkeyFailed();
  };
export type VerifyPasskey = ReturnType<typeof makeVerifyPasskey>;
