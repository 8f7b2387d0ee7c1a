import type { Logger } from '@qr-attendance/observability';
import { ConfigError, createPool } from '@qr-attendance/server';
import { connectDatabase, type Database, isUniqueViolation } from '../../db/database.ts';
import { createPasswordResets, type PasswordResets } from '../../core/accounts/accounts.ts';
import { createResetLink } from '../../core/accounts/reset-link.ts';
import { NO_PASSWORD } from '../../core/passwords/hash-password.ts';
import { evictClaim } from '../../core/erasure/evict-claim.ts';
import { createPerson, createPeople, type NewAdmin, type People } from '../../core/people/people.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { isClaim } from '../../core/people/rules/judge-record.ts';
import { isBlocked } from '../../core/people/rules/person.ts';
import { writeAdminAction } from '../../core/audit/write-admin-action.ts';

const LINK_HOURS = 24;
/**
 * The command does not know the service's setting for the lifetime of access tokens, so it assumes the
 * maximum.
 */
const MAX_ACCESS_TOKEN_MINUTES = 60;

interface Settings {
  DATABASE_URL: string;
  PUBLIC_ORIGINS: string[];
}
interface Deps {
  people: People;
  resets: PasswordResets;
  publicOrigins: string[];
  clock: () => Date;
  database: Database;
}

type CreatedAdmin = { link: string; hours: number; isNew: boolean };

const createIn = async (context: Deps, admin: Omit<NewAdmin, 'userType'>): Promise<CreatedAdmin> => {
  const { people, database } = context;
  const notAnAdminError = () =>
    new ConfigError(
      'This email address belongs to a person who is not an administrator. Use another address for the administrator.',
    );
  const holder = (await people.findByEmailKey(emailKeyOf(admin.email)))?.person;
  const existing = holder?.details.userType === 'ADMIN' ? holder : undefined;
  if (existing && isBlocked(existing)) throw notAnAdminError();
  const person =
    existing ??
    (await database
      .$transaction(async (transaction) => {
        await evictClaim(transaction, admin.email, isClaim, MAX_ACCESS_TOKEN_MINUTES);
        const created = await createPerson(transaction, { ...admin, userType: 'ADMIN' }, NO_PASSWORD);
        await writeAdminAction(transaction, { action: 'create admin', personId: created.id });
        return created;
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? notAnAdminError() : error;
      }));
  return { link: await createResetLink(context, person.id, LINK_HOURS), hours: LINK_HOURS, isNew: !existing };
};

/**
 * A new administrator has no password until the link is used; an existing one gets a new link. The relay of a
 * running service publishes the event.
 */
export const createAdmin = async (
  config: Settings,
  log: Logger,
  admin: Omit<NewAdmin, 'userType'>,
): Promise<CreatedAdmin> => {
  const database = connectDatabase(createPool(config.DATABASE_URL, log, { name: 'create admin', max: 2 }));
  try {
    const context = {
      database,
      people: createPeople(database),
      resets: createPasswordResets(database),
      publicOrigins: config.PUBLIC_ORIGINS,
      clock: () => new Date(),
    };
    return await createIn(context, admin);
  } finally {
    await database.$disconnect();
  }
};
