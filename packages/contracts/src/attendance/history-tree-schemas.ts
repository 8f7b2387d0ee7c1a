import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';

/** SHA-256, in hexadecimal digits. */
export const treeHashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'));
const HIGHEST = 2 ** 31 - 1;
export const treeSizeSchema = z.coerce.number().check(z.int(), z.gte(1), z.lte(HIGHEST));

/** A Merkle tree over the audit log of all marks (RFC 9162). */
export const historyRootSchema = z.object({ size: treeSizeSchema, root: treeHashSchema, at: momentSchema });
export type HistoryRoot = z.infer<typeof historyRootSchema>;

/** A proof that the audit log of a mark is part of the newest tree (RFC 9162, 2.1.3). */
export const historyProofSchema = z.object({
  size: z.int(),
  root: treeHashSchema,
  lines: z.array(
    z.object({
      number: z.int(),
      /**
       * Salt in hexadecimal digits. A leaf is the SHA-256 of the salt followed by `committed` as JSON without
       * spaces.
       */
      salt: z.string(),
      committed: z.array(z.nullable(z.string())),
      path: z.array(treeHashSchema),
    }),
  ),
});
export type HistoryProof = z.infer<typeof historyProofSchema>;
