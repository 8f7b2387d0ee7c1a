import { z } from 'zod/mini';
import {
  daySchema,
  momentSchema,
  namedPersonSchema,
  objectIdSchema,
  plainTextSchema,
  userIdSchema,
} from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { statementSourceSchema } from '../statements.ts';
import { MAX_SECTIONS } from './section-schemas.ts';

export const addedRoleSchema = z.enum(['co-teacher', 'substitute', 'assistant', 'auditor']);
/** A course has exactly one owner, who changes only when the course is handed over. */
export const staffRoleSchema = z.enum(['owner', ...addedRoleSchema.options]);
export type StaffRole = z.output<typeof staffRoleSchema>;

export const MAX_STAFF = 50;

/** Fields that staff of a course and staff of a unit share, as stored and published. */
export const memberShape = {
  userId: userIdSchema,
  from: z.optional(momentSchema),
  /** Exclusive end. */
  until: z.optional(momentSchema),
  addedBy: userIdSchema,
  addedAt: momentSchema,
};

/** Staff as stored and published, except the owner, whom `teacherId` names. */
export const staffMemberSchema = z.object({
  ...memberShape,
  role: openEnum(addedRoleSchema),
  /** The sections to which the role is limited; by default the whole course. */
  sectionIds: z.optional(z.array(objectIdSchema)),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;

/** The first and the last campus day of a role. */
export const roleDaysShape = { from: z.optional(daySchema), until: z.optional(daySchema) };
export const areDaysInOrder = z.refine<{ from?: string | undefined; until?: string | undefined }>(
  ({ from, until }) => from === undefined || until === undefined || from <= until,
  { error: 'must not be before the first day', path: ['until'] },
);
/** The email address or employee number of a teacher. */
export const teacherIdentifierSchema = plainTextSchema(254).check(z.minLength(1, 'is required'));

const termsShape = {
  role: addedRoleSchema,
  /** Both days are required for a substitute. */
  ...roleDaysShape,
  /** The sections to which an assistant or a substitute is limited; by default all. */
  sectionIds: z.optional(z.array(objectIdSchema).check(z.minLength(1), z.maxLength(MAX_SECTIONS))),
};
interface Terms {
  role: string;
  sectionIds?: string[] | undefined;
  from?: string | undefined;
  until?: string | undefined;
}
export const canLimitToSections = (role: string): boolean => role === 'assistant' || role === 'substitute';

const termsChecks = [
  z.refine<Terms>(
    ({ role, from, until }) => role !== 'substitute' || (from !== undefined && until !== undefined),
    {
      error: 'is required for a substitute',
      path: ['until'],
    },
  ),
  areDaysInOrder,
  z.refine<Terms>(({ role, sectionIds }) => canLimitToSections(role) || sectionIds === undefined, {
    error: 'can be chosen for assistants and substitutes only',
    path: ['sectionIds'],
  }),
] as const;
export const staffTermsSchema = z.object(termsShape).check(...termsChecks);
export type StaffTerms = z.output<typeof staffTermsSchema>;
export const newStaffSchema = z
  .object({ person: teacherIdentifierSchema, ...termsShape })
  .check(...termsChecks);
export type NewStaff = z.output<typeof newStaffSchema>;

export const staffChangeSchema = z.enum(['added', 'changed', 'removed', 'left', 'handed_over']);
export type StaffChange = z.output<typeof staffChangeSchema>;
const shownTermsShape = { role: openEnum(staffRoleSchema), ...roleDaysShape };

export const courseStaffSchema = z.object({
  /** The owner is first. */
  staff: z.array(
    z.object({
      user: namedPersonSchema,
      ...shownTermsShape,
      sectionIds: z.optional(z.array(objectIdSchema)),
      /** Missing if no current source states the role. */
      source: z.optional(statementSourceSchema),
    }),
  ),
  changes: z.array(
    z.object({
      at: momentSchema,
      by: namedPersonSchema,
      user: namedPersonSchema,
      change: openEnum(staffChangeSchema),
      ...shownTermsShape,
    }),
  ),
});
export type CourseStaff = z.output<typeof courseStaffSchema>;
