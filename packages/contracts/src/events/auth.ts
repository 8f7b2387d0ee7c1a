import { z } from 'zod/mini';
import { openUserTypeSchema } from '../auth/schemas.ts';
import { studentSecuritySchema } from '../auth/verifier-schemas.ts';
import { momentSchema, userIdSchema } from '../common.ts';
import { defineTopic } from './event.ts';

export const userChangedSchema = z.object({
  id: userIdSchema,
  name: z.string(),
  email: z.string(),
  userType: openUserTypeSchema,
  /** All services reject the tokens of a suspended person. */
  suspended: z._default(z.boolean(), false),
  /**
   * The account is deleted; name and address are placeholders, and consumers delete all other data about the
   * person.
   */
  erased: z._default(z.boolean(), false),
  /** False for people on rosters who have no account yet. */
  registered: z._default(z.boolean(), true),
  /**
   * The institution no longer lists a person who has no account. Their records and name are kept, but their
   * numbers are free, and nobody can find or add them. The default is false.
   */
  withdrawn: z.optional(z.boolean()),
  /**
   * False for accounts that anybody could have registered with another person's address: no link to the
   * address was used, and no record of the institution contains it.
   */
  proven: z._default(z.boolean(), true),
  /**
   * The person that this duplicate record was merged into. Null after a merge was undone; missing if it was
   * never merged.
   */
  mergedInto: z.optional(z.nullable(userIdSchema)),
  /** The id that the institution assigned to the person. */
  institutionId: z.optional(z.string()),
  /** Numbers that distinguish students with the same name. */
  usn: z.optional(z.string()),
  regNo: z.optional(z.string()),
  /**
   * The last sign-out everywhere: services reject access tokens issued before it; the last of those tokens
   * expires at `until`.
   */
  signedOut: z.optional(z.object({ times: z.int(), at: momentSchema, until: momentSchema })),
  version: z.int(),
});
export type UserChanged = z.infer<typeof userChangedSchema>;
export const userChanged = defineTopic('auth.user-changed', 'state', userChangedSchema);

export const securityChanged = defineTopic('auth.security-changed', 'state', studentSecuritySchema);
