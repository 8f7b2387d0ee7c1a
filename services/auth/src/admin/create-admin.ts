import { ConfigError } from '@qr-attendance/server';
import { writeAdminAction } from './admin-actions.ts';
import type { Database } from '../db/database.ts';
import { createPerson, type NewAdmin, type People } from '../people/people.ts';
import { emailKeyOf } from '../people/rules/email-key.ts';
import { NO_PASSWORD } from '../passwords/rules/password.ts';
import { isBlocked } from '../people/rules/person.ts';

/** Time for the link to reach another person. */
const LINK_HOURS = 24;

interface Deps {
  database: Database;
  people: People;
  makeResetLink: (personId: string, hours: number) => Promise<string>;
}

/**
 * Makes an administrator, who has no password until the link is used; one there is already gets a new link.
 * @throws ConfigError when the address is a teacher's or a student's
 */
export const makeCreateAdmin =
  ({ database, people, makeResetLink }: Deps) =>
  async (admin: Omit<NewAdmin, 'userType'>): Promise<{ link: string; hours: number; isNew: boolean }> => {
    const found = (await people.findByEmailKey(emailKeyOf(admin.email)))?.person;
    if (found && (found.details.userType !== 'ADMIN' || isBlocked(found)))
      throw new ConfigError('This e-mail address belongs to somebody who is no administrator.');
    const person =
      found ??
      (await database.$transaction(async (transaction) => {
        const created = await createPerson(transaction, { ...admin, userType: 'ADMIN' }, NO_PASSWORD);
        await writeAdminAction(transaction, { action: 'create admin', personId: created.id });
        return created;
      }));
    return { link: await makeResetLink(person.id, LINK_HOURS), hours: LINK_HOURS, isNew: !found };
  };
