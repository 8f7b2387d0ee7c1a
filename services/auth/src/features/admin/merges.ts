import type { Database, Transaction } from '../../db/database.ts';
import { changeUser, removeIdentitiesOf, signedOutNow } from '../../core/accounts/accounts.ts';
import { lockPeople, publishPeople } from '../../core/people/person-values.ts';
import { toPerson, withDetails } from '../../core/people/person-rows.ts';
import type { Person } from '../../core/people/rules/person.ts';
import { removeRefreshTokensOf } from '../../core/tokens/refresh-tokens.ts';
import { writeAdminAction } from '../../core/audit/write-admin-action.ts';
import { judgeMerge, type MergeRefusal } from './rules/judge-merge.ts';

interface Pair {
  merged: Person;
  kept: Person;
}

const endAccess = async (transaction: Transaction, userId: string): Promise<void> => {
  await removeRefreshTokensOf(transaction, userId);
  await removeIdentitiesOf(transaction, userId);
  await transaction.passwordReset.deleteMany({ where: { userId } });
  await transaction.signInLink.deleteMany({ where: { userId } });
  await transaction.emailVerification.deleteMany({ where: { userId } });
  await transaction.registrationLink.deleteMany({ where: { userId } });
};

/** Moves the institution's id to the kept person, so that the next import finds them. */
const moveInstitutionId = async (transaction: Transaction, from: string, to: string): Promise<void> => {
  const { institutionId, institutionKey } = await transaction.user.findUniqueOrThrow({ where: { id: from } });
  const changes = {
    [from]: { institutionId: null, institutionKey: null },
    [to]: { institutionId, institutionKey },
  };
  for (const [id, data] of Object.entries(changes))
    await transaction.user.update({ where: { id }, data: { ...data, version: { increment: 1 } } });
  await publishPeople(transaction, [from, to]);
};

/** @param separateStatements moves statements made under a record's id back to that record */
export const createMerges = (
  database: Database,
  accessTokenMinutes: number,
  separateStatements: (transaction: Transaction, keptId: string, mergedId: string) => Promise<void>,
) => {
  const findPair = async (
    client: Pick<Transaction, 'user'>,
    mergedId: string,
    keptId: string,
  ): Promise<(Pair & { refusal: MergeRefusal | undefined }) | undefined> => {
    const rows = await client.user.findMany({
      where: { id: { in: [mergedId, keptId] }, erasedAt: null },
      include: { ...withDetails, _count: { select: { mergedRecords: true } } },
    });
    const [merged, kept] = [mergedId, keptId].map((id) => rows.find((row) => row.id === id));
    if (!merged || !kept) return undefined;
    const pair = { merged: toPerson(merged), kept: toPerson(kept) };
    return { ...pair, refusal: judgeMerge({ ...pair, othersInMerged: merged._count.mergedRecords }) };
  };
  return {
    preview: (mergedId: string, keptId: string) => findPair(database, mergedId, keptId),
    /** Locks both people, so that concurrent merges form neither chains nor cycles. */
    merge: (
      adminId: string,
      { mergedId, keptId }: { mergedId: string; keptId: string },
      reason: string,
    ): Promise<MergeRefusal | 'unknown' | 'done'> =>
      database.$transaction(async (transaction) => {
        await lockPeople(transaction, { ids: [mergedId, keptId] });
        const pair = await findPair(transaction, mergedId, keptId);
        if (!pair) return 'unknown';
        if (pair.merged.mergedInto === keptId) return 'done';
        if (pair.refusal) return pair.refusal;
        const takesOver = pair.merged.institutionId !== null && pair.kept.institutionId === null;
        if (takesOver) await moveInstitutionId(transaction, mergedId, keptId);
        await changeUser(
          transaction,
          mergedId,
          {},
          {
            mergedIntoId: keptId,
            mergeChangedAt: new Date(),
            lentInstitutionId: takesOver,
            ...signedOutNow(accessTokenMinutes),
          },
        );
        await endAccess(transaction, mergedId);
        for (const personId of [mergedId, keptId])
          await writeAdminAction(transaction, { adminId, personId, reason, action: 'merge' });
        return 'done';
      }),
    undo: (adminId: string, personId: string, reason: string): Promise<boolean> =>
      database.$transaction(async (transaction) => {
        const record = await transaction.user.findUnique({ where: { id: personId, erasedAt: null } });
        if (!record) return false;
        if (record.mergedIntoId === null) return true;
        const keptId = record.mergedIntoId;
        await lockPeople(transaction, { ids: [personId, keptId] });
        const { mergedIntoId, lentInstitutionId } = await transaction.user.findUniqueOrThrow({
          where: { id: personId },
        });
        // A concurrent request has already undone the merge.
        if (mergedIntoId !== keptId) return true;
        if (lentInstitutionId) await moveInstitutionId(transaction, keptId, personId);
        const separated = { mergedIntoId: null, mergeChangedAt: new Date(), lentInstitutionId: false };
        await changeUser(transaction, personId, {}, separated);
        if (lentInstitutionId) await separateStatements(transaction, keptId, personId);
        for (const id of [personId, keptId])
          await writeAdminAction(transaction, { adminId, personId: id, reason, action: 'undo merge' });
        return true;
      }),
  };
};
export type Merges = ReturnType<typeof createMerges>;
