import { startTransition } from 'react';
import { useNavigate } from 'react-router';
import { useIdentityState } from '../identity/identity-context.ts';
import type { SignInNote } from '../pages/sign-in-note.ts';

/** Signs out, opens the sign-in page and shows the note there. `from` is the page to return to. */
export const useSignOutTo = () => {
  const { signOut } = useIdentityState();
  const navigate = useNavigate();
  return (note: SignInNote, from?: string): void =>
    // Sign-out and navigation are one transition; otherwise the current page would request a sign-in.
    startTransition(() => {
      void navigate('/login', { replace: true, state: { note, from } });
      void signOut();
    });
};
