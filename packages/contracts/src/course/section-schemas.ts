import { z } from 'zod/mini';
import { momentSchema, nameSchema, objectIdSchema, optionalInput } from '../common.ts';
import { statementSourceSchema } from '../statements.ts';

export const MAX_SECTIONS = 100;

/** A part of a course that is taught as one group, as stored and published. */
export const sectionDetailsSchema = z.object({
  /** The first section of a course has the id of the course. */
  id: objectIdSchema,
  name: z.string(),
  /** Archived sections are not offered for new sessions or students. */
  externalId: z.optional(z.string()),
  /** An archived section is not offered for new sessions or students. */
  archived: z.optional(z.boolean()),
});
export type SectionDetails = z.infer<typeof sectionDetailsSchema>;

export const sectionNameSchema = nameSchema(30);
export const newSectionSchema = z.object({ name: sectionNameSchema });
export const sectionEditSchema = z.object({
  name: sectionNameSchema,
  archived: z._default(z.boolean(), false),
});
export type SectionEdit = z.output<typeof sectionEditSchema>;

export const sectionSchema = z.object({
  _id: objectIdSchema,
  name: z.string(),
  archived: z.optional(z.boolean()),
  /** Only in answers to the course's staff. */
  studentCount: z.optional(z.int()),
  /** Only in the answer about one course to its staff; missing if no current import states the section. */
  source: z.optional(statementSourceSchema),
});
export type Section = z.infer<typeof sectionSchema>;

/** The section that a student chooses; by default the first section. */
export const chosenSectionShape = { sectionId: optionalInput(objectIdSchema) };

export const moveSchema = z.object({
  sectionId: objectIdSchema,
  /** The moment from which the student belongs to the section; by default now, never in the future. */
  at: z.optional(momentSchema),
});
export type StudentMove = z.output<typeof moveSchema>;
