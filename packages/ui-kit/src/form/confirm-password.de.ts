import type { confirmPassword as english } from './confirm-password.en.ts';

export const confirmPassword: typeof english = {
  again: 'Bestätigen Sie mit Ihrem Passwort, um fortzufahren.',
  password: 'Passwort',
  confirm: 'Bestätigen',
  failed: 'Das ist fehlgeschlagen. Versuchen Sie es erneut.',
};
