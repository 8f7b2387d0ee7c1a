import { PROVIDER_NAME } from './settings.ts';
import { de } from './texts.de.ts';

const en = {
  signIn: `Sign in to ${PROVIDER_NAME}`,
  choose: 'This provider belongs to the demo and asks for no password. Who are you?',
  teacher: 'Teacher',
  student: 'Student',
  signOut: `Sign out of ${PROVIDER_NAME}?`,
  yes: 'Sign out',
  no: 'Stay signed in',
  signedOut: 'You are signed out.',
  failed: 'This sign-in cannot continue. Begin again on the sign-in page.',
};

export const texts = { en, de } satisfies Record<string, typeof en>;
export type Language = keyof typeof texts;
