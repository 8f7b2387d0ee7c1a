import { hasUsablePasskey, isStudentProfile } from '@qr-attendance/contracts';
import type { Prover } from '@qr-attendance/ui-kit/ask-for-proof';
import type { IdentityState } from './identity-context.ts';
import { unverifiedUserId } from './token-claims.ts';
import { tokenStore } from './token-store.ts';

export const trackShownPerson = () => {
  let id: string | undefined;
  let prover: Prover = { email: '', hasPasskey: false };
  let changes = 0;
  return {
    follow: (state: IdentityState): void => {
      if (state.status === 'signed-in') {
        id = state.user._id;
        const { profile, user } = state;
        prover = {
          email: user.email,
          hasPasskey: isStudentProfile(profile) && hasUsablePasskey(profile.passkeys),
        };
      }
      if (state.status === 'anonymous') id = undefined;
    },
    forget: (): void => {
      id = undefined;
    },
    prover: (): Prover => prover,
    isKnown: (): boolean => id !== undefined,
    isOther: (token: string): boolean => {
      const owner = unverifiedUserId(token);
      return id !== undefined && owner !== undefined && owner !== id;
    },
    recordChange: (): void => {
      changes += 1;
    },
    startRequest: (): ((found: IdentityState) => boolean) => {
      const before = changes;
      return ({ status }) => changes === before || (status === 'anonymous' && tokenStore.get() === undefined);
    },
  };
};
