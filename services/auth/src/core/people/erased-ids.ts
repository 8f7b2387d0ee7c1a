import { createHmac } from 'node:crypto';
import type { Peppers } from '@qr-attendance/server';
import type { Transaction } from '../../db/database.ts';

/**
 * Stores the institution ids of erased people as keyed hashes (rule 11 of statements). A hash becomes useless
 * when its pepper is removed.
 */
export const createErasedIds = ({ current, byVersion }: Pick<Peppers, 'current' | 'byVersion'>) => {
  const hashWith = (pepper: string, institutionKey: string): string =>
    createHmac('sha256', pepper).update(`erased institution id\n${institutionKey}`).digest('base64url');
  const hashesOf = (institutionKey: string): string[] =>
    [...byVersion.values()].map((pepper) => hashWith(pepper, institutionKey));

  return {
    add: async (transaction: Transaction, institutionKeys: string[]): Promise<void> => {
      await transaction.erasedInstitutionId.createMany({
        data: institutionKeys.map((key) => ({ hash: hashWith(byVersion.get(current) ?? '', key) })),
        skipDuplicates: true,
      });
    },
    find: async (transaction: Transaction, institutionKeys: string[]): Promise<Map<string, Date>> => {
      if (institutionKeys.length === 0) return new Map();
      const keyOf = new Map(institutionKeys.flatMap((key) => hashesOf(key).map((hash) => [hash, key])));
      const rows = await transaction.erasedInstitutionId.findMany({
        where: { hash: { in: [...keyOf.keys()] } },
      });
      return new Map(rows.map(({ hash, erasedAt }) => [keyOf.get(hash) ?? '', erasedAt]));
    },
    remove: async (transaction: Transaction, institutionKeys: string[]): Promise<void> => {
      if (institutionKeys.length === 0) return;
      await transaction.erasedInstitutionId.deleteMany({
        where: { hash: { in: institutionKeys.flatMap(hashesOf) } },
      });
    },
  };
};
export type ErasedIds = ReturnType<typeof createErasedIds>;
