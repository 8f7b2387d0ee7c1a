import type { PasswordSignIn } from '@qr-attendance/contracts';
import { forbidden, type Worker } from '@qr-attendance/server';
import type { Database } from '../../db/database.ts';
import { writeAdminAction } from '../audit/write-admin-action.ts';
import type { Person } from '../people/rules/person.ts';

const passwordsOffError = () =>
  forbidden('password_sign_in_off', 'Sign in through your institution. Passwords are switched off here.');

/**
 * Decides who may sign in without an identity provider. Administrators always may, because otherwise nobody could
 * repair the connection to a provider. While passwords are disabled, all administrators are notified of such a sign-in.
 */
export const createPasswordPolicy = ({
  database,
  passwordSignIn,
  noticeRelay,
}: {
  database: Database;
  passwordSignIn: PasswordSignIn;
  noticeRelay: Pick<Worker, 'wake'>;
}) => ({
  passwordSignIn,
  refuseRegistration: (): void => {
    if (passwordSignIn === 'off') throw passwordsOffError();
  },
  /** Call only for people who have proved their identity, before the second factor: somebody has the password. */
  admit: async ({ id, details }: Pick<Person, 'id' | 'details'>): Promise<void> => {
    if (passwordSignIn !== 'off') return;
    if (details.userType !== 'ADMIN') throw passwordsOffError();
    await database.$transaction((transaction) =>
      writeAdminAction(transaction, { adminId: id, personId: id, action: 'password sign in' }),
    );
    noticeRelay.wake();
  },
});
export type PasswordPolicy = ReturnType<typeof createPasswordPolicy>;
