import type { IdentityState } from './identity-context.ts';
import { personOf } from './token-lifetime.ts';
import { tokenStore } from './token-store.ts';

/** Keeps whom the page shows, to compare with whose token the browser holds. */
export const trackShownPerson = () => {
  let id: string | undefined;
  let changes = 0;
  return {
    follow: (state: IdentityState): void => {
      if (state.status === 'signed-in') id = state.user._id;
      if (state.status === 'anonymous') id = undefined;
    },
    forget: (): void => {
      id = undefined;
    },
    isKnown: (): boolean => id !== undefined,
    /** Whether a token belongs to somebody else. */
    isOther: (token: string): boolean => {
      const owner = personOf(token);
      return id !== undefined && owner !== undefined && owner !== id;
    },
    /** Notes a sign-in or sign-out. */
    noteChange: (): void => {
      changes += 1;
    },
    /**
     * Answers whether what is asked now still counts once it is known: not after a sign-in or sign-out, unless nobody is
     * signed in either way.
     */
    ask: (): ((found: IdentityState) => boolean) => {
      const before = changes;
      return ({ status }) => changes === before || (status === 'anonymous' && tokenStore.get() === undefined);
    },
  };
};
