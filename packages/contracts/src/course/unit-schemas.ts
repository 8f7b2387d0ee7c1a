import { z } from 'zod/mini';
import { nameSchema, objectIdSchema, optionalInput } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** From the root to the leaves: a unit's parent is of an earlier kind, so units cannot form a cycle. */
export const unitKindSchema = z.enum(['institution', 'faculty', 'department', 'program']);
export type UnitKind = z.infer<typeof unitKindSchema>;

const editableShape = {
  name: nameSchema(200),
  /** Missing at the root of a tree. */
  parentId: optionalInput(objectIdSchema),
  /** The unit's id in the institution's own systems. */
  externalId: optionalInput(nameSchema(100)),
};
export const newUnitSchema = z.object({ kind: unitKindSchema, ...editableShape });
export type NewUnit = z.output<typeof newUnitSchema>;

/** All details but the kind, which never changes, and the version of the unit that was edited. */
export const unitEditSchema = z.object({ ...editableShape, version: z.int().check(z.gte(1)) });
export type UnitEdit = z.output<typeof unitEditSchema>;

/** The details as stored. */
export const unitDetailsSchema = z.object({
  kind: openEnum(unitKindSchema),
  name: z.string(),
  parentId: z.optional(z.string()),
  externalId: z.optional(z.string()),
} satisfies Record<keyof NewUnit, z.ZodMiniType>);
export type UnitDetails = z.infer<typeof unitDetailsSchema>;

export const unitSchema = z.object({
  _id: objectIdSchema,
  ...unitDetailsSchema.shape,
  /** The names of the units above it, from the root. */
  path: z.array(z.string()),
  version: z.int(),
});
export type Unit = z.infer<typeof unitSchema>;
