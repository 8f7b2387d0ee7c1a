import { startTransition } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIdentityState } from '../identity/identity-context.ts';
import type { SignInNote } from '../pages/sign-in-note.ts';

/** Goes to the sign-in page, signed out, and says there what happened; `from` is where signing in leads. */
export const useLeave = () => {
  const { signOut } = useIdentityState();
  const navigate = useNavigate();
  return (note: SignInNote, from?: string): void =>
    // In one step, or the page that is left would ask for a sign-in of its own.
    startTransition(() => {
      void navigate('/login', { replace: true, state: { note, from } });
      void signOut();
    });
};
