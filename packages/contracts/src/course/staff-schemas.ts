import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, plainTextSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { MAX_SECTIONS } from './section-schemas.ts';

/** Roles that the owner of a course gives to other teachers. */
export const addedRoleSchema = z.enum(['co-teacher', 'substitute', 'assistant', 'auditor']);
/** A course has one owner, who changes only when the course is handed over. */
export const staffRoleSchema = z.enum(['owner', ...addedRoleSchema.options]);
export type StaffRole = z.output<typeof staffRoleSchema>;

/** More than the largest course has. */
export const MAX_STAFF = 50;

/** Staff as stored and published, without the owner, whom `teacherId` names. */
export const staffMemberSchema = z.object({
  userId: userIdSchema,
  role: openEnum(addedRoleSchema),
  from: z.optional(momentSchema),
  /** Exclusive. */
  until: z.optional(momentSchema),
  /** The only sections in which the role counts; all of the course if missing. */
  sectionIds: z.optional(z.array(objectIdSchema)),
  addedBy: userIdSchema,
  addedAt: momentSchema,
});
export type StaffMember = z.infer<typeof staffMemberSchema>;

const termsShape = {
  role: addedRoleSchema,
  /** The first and the last campus day. A substitute has both. */
  from: z.optional(daySchema),
  until: z.optional(daySchema),
  /** The only sections that an assistant or a substitute sees; all if missing. */
  sectionIds: z.optional(z.array(objectIdSchema).check(z.minLength(1), z.maxLength(MAX_SECTIONS))),
};
interface Terms {
  role: string;
  sectionIds?: string[] | undefined;
  from?: string | undefined;
  until?: string | undefined;
}
/** Whether a role can be limited to sections. */
export const isLimitable = (role: string): boolean => role === 'assistant' || role === 'substitute';

const termsChecks = [
  z.refine<Terms>(
    ({ role, from, until }) => role !== 'substitute' || (from !== undefined && until !== undefined),
    {
      error: 'is required for a substitute',
      path: ['until'],
    },
  ),
  z.refine<Terms>(({ from, until }) => from === undefined || until === undefined || from <= until, {
    error: 'must not be before the first day',
    path: ['until'],
  }),
  z.refine<Terms>(({ role, sectionIds }) => isLimitable(role) || sectionIds === undefined, {
    error: 'can be chosen for assistants and substitutes only',
    path: ['sectionIds'],
  }),
] as const;
export const staffTermsSchema = z.object(termsShape).check(...termsChecks);
export type StaffTerms = z.output<typeof staffTermsSchema>;
export const newStaffSchema = z
  .object({
    /** The email address or employee number of a teacher. */
    person: plainTextSchema(254).check(z.minLength(1, 'is required')),
    ...termsShape,
  })
  .check(...termsChecks);
export type NewStaff = z.output<typeof newStaffSchema>;

/** `name` is null if it is unknown at the moment. */
const personSchema = z.object({ _id: userIdSchema, name: z.nullable(z.string()) });
export const staffChangeSchema = z.enum(['added', 'changed', 'removed', 'left', 'handed_over']);
export type StaffChange = z.output<typeof staffChangeSchema>;
const shownTermsShape = {
  role: openEnum(staffRoleSchema),
  from: z.optional(daySchema),
  until: z.optional(daySchema),
};

export const courseStaffSchema = z.object({
  /** The owner first. */
  staff: z.array(
    z.object({
      user: personSchema,
      ...shownTermsShape,
      sectionIds: z.optional(z.array(objectIdSchema)),
    }),
  ),
  /** The latest changes, newest first. */
  changes: z.array(
    z.object({
      at: momentSchema,
      by: personSchema,
      user: personSchema,
      change: openEnum(staffChangeSchema),
      ...shownTermsShape,
    }),
  ),
});
export type CourseStaff = z.output<typeof courseStaffSchema>;
