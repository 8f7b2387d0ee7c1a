import { ApiError } from '@qr-attendance/web-kit';
import { useLocation, useNavigate } from 'react-router';

/** Refusals of a sign-in that continues with a code. A cookie binds it to this browser. */
const challenges = ['second_factor_required', 'second_factor_setup_required'] as const;
export type Challenge = (typeof challenges)[number];

const challengeNamed = (name: unknown): Challenge | undefined => challenges.find((known) => known === name);

/**
 * The challenge is part of the history entry: phones may reload the page while the user opens the authenticator
 * app.
 */
export const challengeOf = (state: unknown): Challenge | undefined =>
  typeof state === 'object' && state !== null && 'challenge' in state
    ? challengeNamed(state.challenge)
    : undefined;

/** Reads the refusal that the callback of an identity provider states in the fragment. */
export const parseChallenge = (json: string): Challenge | undefined => {
  try {
    const { code } = JSON.parse(json) as { code?: unknown };
    return challengeNamed(code);
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
    const challenge = failure instanceof ApiError ? challengeNamed(failure.code) : undefined;
    if (!challenge) return false;
    void navigate('/login', { replace: true, state: { ...state, challenge } });
    return true;
  };
};
