import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** Roles in a unit apply in all units below it and in their courses. */
export const unitRoleSchema = z.enum(['institution-administrator', 'program-administrator', 'auditor']);
export type UnitRole = z.output<typeof unitRoleSchema>;

export const ownUnitRoleSchema = z.object({
  unit: z.object({ _id: objectIdSchema, name: z.string() }),
  role: openEnum(unitRoleSchema),
});
export type OwnUnitRole = z.output<typeof ownUnitRoleSchema>;
