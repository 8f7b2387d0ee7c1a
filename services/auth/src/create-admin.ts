import { emailSchema, textSchema } from '@qr-attendance/contracts';
import { ConfigError, createPool, readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { writeAdminAction } from './admin/managed-people.ts';
import { adminConfigSchema } from './config.ts';
import type { Context } from './context.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { makePasswordResets } from './passwords/accounts.ts';
import { makeResetLink } from './passwords/change-password.ts';
import { NO_PASSWORD } from './passwords/rules/password.ts';
import { createPerson, makePeople, type NewAdmin } from './people/people.ts';
import { emailKeyOf } from './people/rules/fold-text.ts';
import { isBlocked } from './people/rules/person.ts';

/** Time for the link to reach another person. */
const LINK_HOURS = 24;

type Creating = Pick<Context, 'people' | 'resets' | 'publicOrigins' | 'clock'> & { database: Database };

/**
 * Makes an administrator, who has no password until the link is used; one there is already gets a new link.
 * @throws ConfigError when the address is a teacher's or a student's
 */
const createAdmin = async (
  context: Creating,
  admin: Omit<NewAdmin, 'userType'>,
): Promise<{ link: string; hours: number; isNew: boolean }> => {
  const { people, database } = context;
  const found = (await people.findByEmailKey(emailKeyOf(admin.email)))?.person;
  if (found && (found.details.userType !== 'ADMIN' || isBlocked(found)))
    throw new ConfigError('This email address belongs to an account that is not an administrator.');
  const person =
    found ??
    (await database.$transaction(async (transaction) => {
      const created = await createPerson(transaction, { ...admin, userType: 'ADMIN' }, NO_PASSWORD);
      await writeAdminAction(transaction, { action: 'create admin', personId: created.id });
      return created;
    }));
  return { link: await makeResetLink(context, person.id, LINK_HOURS), hours: LINK_HOURS, isNew: !found };
};

/**
 * Makes an administrator of the name and e-mail address given as JSON on standard input; prints the link by which to
 * choose a password as JSON.
 */
await runMigration({
  name: 'auth',
  configSchema: adminConfigSchema,
  migrate: async (config, log) => {
    const admin = await readInput(z.object({ name: textSchema(200), email: emailSchema }));
    const database = connectDatabase(createPool(config.DATABASE_URL, log, { name: 'create admin', max: 2 }));
    const context = {
      database,
      people: makePeople(database),
      resets: makePasswordResets(database),
      publicOrigins: config.PUBLIC_ORIGINS,
      clock: () => new Date(),
    };
    // The running service's relay finds what waits in the outbox by itself.
    const made = await createAdmin(context, admin);
    await database.$disconnect();
    process.stdout.write(JSON.stringify(made));
  },
});
