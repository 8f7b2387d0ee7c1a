import { z } from 'zod/mini';
import { namedPersonSchema, nameSchema, objectIdSchema, optionalInput } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { statementSourceSchema } from '../statements.ts';
import {
  areDaysInOrder,
  memberShape,
  roleDaysShape,
  staffRoleSchema,
  teacherIdentifierSchema,
} from './staff-schemas.ts';
import { unitRoleSchema } from './unit-role-schemas.ts';

/** The kinds from the root to the leaves. A unit's parent has an earlier kind, so units cannot form a cycle. */
export const unitKindSchema = z.enum(['institution', 'faculty', 'department', 'program']);
export type UnitKind = z.infer<typeof unitKindSchema>;

const editableShape = {
  name: nameSchema(200),
  /** Missing for the root of a tree. */
  parentId: optionalInput(objectIdSchema),
  /** The unit's id in the institution's own systems. */
  externalId: optionalInput(nameSchema(100)),
};
export const newUnitSchema = z.object({ kind: unitKindSchema, ...editableShape });
export type NewUnit = z.output<typeof newUnitSchema>;

export const unitEditSchema = z.object({ ...editableShape, version: z.int().check(z.gte(1)) });
export type UnitEdit = z.output<typeof unitEditSchema>;

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
  /** The names of the units above this unit, starting at the root. */
  path: z.array(z.string()),
  version: z.int(),
  /** Missing if no current source states the unit. */
  source: z.optional(statementSourceSchema),
});
export type Unit = z.infer<typeof unitSchema>;

export const courseRoleSchema = z.enum([
  ...staffRoleSchema.options,
  'institution-administrator',
  'program-administrator',
]);

export const MAX_UNIT_STAFF = 50;

/** Staff of a unit as stored and published. */
export const unitStaffMemberSchema = z.object({ ...memberShape, role: openEnum(unitRoleSchema) });
export type UnitStaffMember = z.infer<typeof unitStaffMemberSchema>;

const termsShape = { role: unitRoleSchema, ...roleDaysShape };
export const unitStaffTermsSchema = z.object(termsShape).check(areDaysInOrder);
export type UnitStaffTerms = z.output<typeof unitStaffTermsSchema>;
export const newUnitStaffSchema = z
  .object({ person: teacherIdentifierSchema, ...termsShape })
  .check(areDaysInOrder);
export type NewUnitStaff = z.output<typeof newUnitStaffSchema>;

export const unitStaffSchema = z.object({
  unit: z.object({ _id: objectIdSchema, name: z.string(), path: z.array(z.string()) }),
  user: namedPersonSchema,
  role: openEnum(unitRoleSchema),
  ...roleDaysShape,
  /** Missing if no current source states the role. */
  source: z.optional(statementSourceSchema),
});
export type UnitStaff = z.output<typeof unitStaffSchema>;
