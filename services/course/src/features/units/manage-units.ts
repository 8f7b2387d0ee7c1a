import type { Complete, NewUnit, UnitDetails, UnitEdit } from '@qr-attendance/contracts';
import { type Caller, conflict, invalid, requireFreshProof } from '@qr-attendance/server';
import type { UnitDocument } from '../../db/campus-models.ts';
import { canContain } from '../../core/units/rules/unit-order.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';
import type { Units } from '../../core/units/units.ts';

interface Deps {
  units: Units;
}

const requireParent = async (
  { units }: Deps,
  child: Pick<UnitDetails, 'kind' | 'parentId'>,
): Promise<void> => {
  if (child.parentId === undefined) return;
  if (!canContain(await units.get(child.parentId), child))
    throw invalid(
      'unit_order',
      'A unit belongs to a unit of a higher kind: institution, faculty, department, program.',
    );
};

export const createUnit = async (context: Deps, adminId: string, unit: NewUnit): Promise<UnitDocument> => {
  await requireParent(context, unit);
  return context.units.add(unit, adminId);
};

export const editUnit = async (
  context: Deps,
  admin: Caller,
  id: string,
  { version, ...details }: Complete<UnitEdit>,
): Promise<UnitDocument> => {
  const unit = await context.units.get(id, version);
  // The staff of the new parents get rights in the unit.
  const { parentId } = details;
  if (parentId !== unit.parentId) requireFreshProof(admin);
  await requireParent(context, { kind: unit.kind, parentId });
  return context.units.edit(unit, details, admin.id);
};

export const deleteUnit = async (
  context: Deps & { termCourses: TermCourses },
  adminId: string,
  id: string,
): Promise<void> => {
  const unit = await context.units.get(id);
  if ((await context.units.hasChildren(id)) || (await context.termCourses.isUsed({ unitId: id })))
    throw conflict('unit_not_empty', 'This unit has units below it or courses.');
  await context.units.remove(unit, adminId);
};
