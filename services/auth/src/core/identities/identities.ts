import type { ProviderSignInError } from '@qr-attendance/contracts';
import { RETRY, retryOnConflict } from '@qr-attendance/server';
import { type Database, isUniqueViolation, type Transaction } from '../../db/database.ts';
import { writeAdminAction } from '../audit/write-admin-action.ts';
import { queueMail } from '../email/email-queue.ts';
import type { ErasedIds } from '../people/erased-ids.ts';
import { toPerson, withDetails } from '../people/person-rows.ts';
import { lockPeople } from '../people/person-values.ts';
import { institutionKeyOf } from '../people/rules/judge-record.ts';
import type { Person } from '../people/rules/person.ts';
import { findPeople, lockByInstitutionId, type Subject } from './find-people.ts';
import type { Provider } from './rules/provider.ts';
import { createStatedPerson, registerMet } from './register-person.ts';
import { judgeIdentity, judgeLink, type IdentityVerdict } from './rules/judge-identity.ts';
import type { StatedIdentity } from './rules/map-claims.ts';

/**
 * Stores what a provider states about a person, in addition to the statements of files.
 * @returns whether the person was changed
 */
export type StateClaims = (
  transaction: Transaction,
  personId: string,
  source: string,
  stated: StatedIdentity,
) => Promise<boolean>;

export interface SignInStatement {
  provider: Provider;
  subject: Subject;
  stated: StatedIdentity;
}
export type SignInResult =
  | { person: Person; identityId: string; isFirst: boolean }
  | { error: ProviderSignInError };

interface Deps {
  erasedIds: ErasedIds;
  stateClaims: StateClaims;
}

const sourceOf = ({ id }: Pick<Provider, 'id'>): string => `sign-in ${id}`;

/** Retries if the person concurrently signs in for the first time, registers or is imported. */
const inTransaction = <T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  retryOnConflict('identity', () =>
    database.$transaction(work).catch((error: unknown) => {
      if (isUniqueViolation(error)) return RETRY;
      throw error;
    }),
  );

const findPerson = async (transaction: Transaction, id: string): Promise<Person | undefined> => {
  const row = await transaction.user.findUnique({ where: { id }, include: withDetails });
  return row ? toPerson(row) : undefined;
};

const link = async (
  transaction: Transaction,
  { provider, subject, stated }: SignInStatement,
  userId: string,
): Promise<string> => {
  const data = { ...subject, providerId: provider.id, userId, label: stated.label, lastUsedAt: new Date() };
  return (await transaction.externalIdentity.create({ data })).id;
};

const personFor = async (
  transaction: Transaction,
  verdict: Exclude<IdentityVerdict, { outcome: 'refused' }>,
  stated: StatedIdentity,
): Promise<Person> => {
  if (verdict.outcome === 'meets') return registerMet(transaction, verdict.person, stated);
  return verdict.outcome === 'creates' ? createStatedPerson(transaction, stated, verdict) : verdict.person;
};

export const createIdentities = (database: Database, { erasedIds, stateClaims }: Deps) => ({
  /** Returns what a sign-in would do, without changing anything. */
  preview: async ({ provider, subject, stated }: SignInStatement): Promise<IdentityVerdict> =>
    judgeIdentity(provider, stated, await findPeople(database, subject, stated, erasedIds)),

  signIn: (statement: SignInStatement): Promise<SignInResult> =>
    inTransaction(database, async (transaction): Promise<SignInResult> => {
      const { provider, subject, stated } = statement;
      await lockByInstitutionId(transaction, stated);
      const candidates = await findPeople(transaction, subject, stated, erasedIds);
      const verdict = judgeIdentity(provider, stated, candidates);
      if (verdict.outcome === 'refused') return { error: verdict.error };
      const person = await personFor(transaction, verdict, stated);
      const identityId = candidates.identityId ?? (await link(transaction, statement, person.id));
      if (candidates.identityId !== undefined)
        await transaction.externalIdentity.update({
          where: { id: identityId },
          data: { label: stated.label, lastUsedAt: new Date() },
        });
      const isChanged = await stateClaims(transaction, person.id, sourceOf(provider), stated);
      return {
        person: (isChanged && (await findPerson(transaction, person.id))) || person,
        identityId,
        isFirst: candidates.identityId === undefined,
      };
    }),

  /** A repeated call changes nothing. */
  link: (
    { id: personId, signOuts }: Pick<Person, 'id' | 'signOuts'>,
    statement: SignInStatement,
  ): Promise<ProviderSignInError | undefined> =>
    inTransaction(database, async (transaction) => {
      const { provider, subject, stated } = statement;
      const institutionKeys = stated.institutionId === null ? [] : [institutionKeyOf(stated.institutionId)];
      await lockPeople(transaction, { ids: [personId], institutionKeys });
      const candidates = await findPeople(transaction, subject, stated, erasedIds);
      const person = await findPerson(transaction, personId);
      // Somebody may have taken the account over in the meantime.
      if (person?.signOuts !== signOuts) return 'link_expired';
      const isSameId = (one: string, other: string) => institutionKeyOf(one) === institutionKeyOf(other);
      const error = judgeLink(person, stated, candidates, isSameId);
      if (error || candidates.linked) return error;
      await link(transaction, statement, personId);
      await writeAdminAction(transaction, {
        adminId: personId,
        personId,
        action: 'link identity',
        reason: provider.id,
      });
      await queueMail(
        transaction,
        { userId: personId },
        { kind: 'identity_linked', provider: provider.name },
      );
      await stateClaims(transaction, personId, sourceOf(provider), stated);
      return undefined;
    }),
});
export type Identities = ReturnType<typeof createIdentities>;
