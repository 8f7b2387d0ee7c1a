import { secondFactorChallengeSchema, type SecondFactorChallenge } from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { useLocation, useNavigate } from 'react-router';

/** Refusals of a sign-in that continues with the second factor. A cookie binds it to this browser. */
const codes = ['second_factor_required', 'second_factor_setup_required'] as const;
export interface Challenge extends SecondFactorChallenge {
  code: (typeof codes)[number];
}

const challengeFrom = (name: unknown, details: unknown): Challenge | undefined => {
  const code = codes.find((known) => known === name);
  const owned = secondFactorChallengeSchema.safeParse(details).data;
  return code && { code, ...(owned ?? { hasApp: true, hasPasskey: false }) };
};

const readChallenge = (value: unknown): Challenge | undefined =>
  typeof value === 'object' && value !== null && 'code' in value
    ? challengeFrom(value.code, value)
    : undefined;

/**
 * The challenge is part of the history entry: phones may reload the page while the user opens the authenticator
 * app.
 */
export const challengeOf = (state: unknown): Challenge | undefined =>
  typeof state === 'object' && state !== null && 'challenge' in state
    ? readChallenge(state.challenge)
    : undefined;

/** Reads the refusal that the callback of an identity provider states in the fragment. */
export const parseChallenge = (json: string): Challenge | undefined => {
  try {
    return readChallenge(JSON.parse(json));
  } catch {
    return undefined;
  }
};

export const useChallenge = () => {
  const { state } = useLocation();
  const navigate = useNavigate();
  /**
   * Opens the sign-in page at the challenge, and keeps the page to return to.
   * @returns whether `failure` is a challenge
   */
  return (failure: unknown): boolean => {
    const challenge = failure instanceof ApiError ? challengeFrom(failure.code, failure.details) : undefined;
    if (!challenge) return false;
    void navigate('/login', { replace: true, state: { ...state, challenge } });
    return true;
  };
};
