import type { ErasedIds } from '../people/erased-ids.ts';
import { toPerson, withDetails } from '../people/person-rows.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import { institutionKeyOf } from '../people/rules/judge-record.ts';
import type { Person } from '../people/rules/person.ts';
import type { Transaction } from '../../db/database.ts';
import type { Prisma } from '../../db/generated/client.ts';
import type { IdentityCandidates } from './rules/judge-identity.ts';
import type { StatedIdentity } from './rules/map-claims.ts';

export interface Subject {
  issuer: string;
  subject: string;
}

const withKept = {
  ...withDetails,
  mergedInto: { include: withDetails },
} as const satisfies Prisma.UserInclude;
type Row = Prisma.UserGetPayload<{ include: typeof withKept }>;

/** Replaces a merged record with the person into whom it was merged. */
const toKept = (row: Row): Person => toPerson(row.mergedInto ?? row);

/** Finds everybody to whom an identity could belong, and locks them first in transactions that register people. */
export const findPeople = async (
  transaction: Transaction,
  { issuer, subject }: Subject,
  { institutionId, email }: StatedIdentity,
  erasedIds: ErasedIds,
): Promise<IdentityCandidates & { identityId: string | undefined }> => {
  const identity = await transaction.externalIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    include: { user: { include: withDetails } },
  });
  const key = institutionId === null ? undefined : institutionKeyOf(institutionId);
  const met =
    key === undefined
      ? null
      : await transaction.user.findFirst({
          where: { institutionKey: key, erasedAt: null },
          include: withKept,
        });
  const linked = identity ? toPerson(identity.user) : undefined;
  if (linked || met || key === undefined)
    return {
      identityId: identity?.id,
      linked,
      met: met ? toKept(met) : undefined,
      isErased: false,
      isEmailTaken: linked || met ? false : await isTaken(transaction, email),
    };
  const erased = await erasedIds.find(transaction, [key]);
  return {
    identityId: undefined,
    linked,
    met: undefined,
    isErased: erased.size > 0,
    isEmailTaken: await isTaken(transaction, email),
  };
};

const isTaken = async (transaction: Transaction, email: string | null): Promise<boolean> =>
  email !== null && (await transaction.user.findUnique({ where: { emailKey: emailKeyOf(email) } })) !== null;

/** Locks the person, so that no other transaction registers, withdraws or merges them. */
export const lockByInstitutionId = async (
  transaction: Transaction,
  { institutionId }: StatedIdentity,
): Promise<void> => {
  if (institutionId === null) return;
  await transaction.$queryRaw`
    SELECT k.id FROM users u JOIN users k ON k.id IN (u.id, u.merged_into_id)
     WHERE u.institution_key = ${institutionKeyOf(institutionId)} ORDER BY k.id FOR UPDATE OF k`;
};
