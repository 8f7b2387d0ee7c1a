import type { NewUnit, UnitDetails, UnitEdit } from '@qr-attendance/contracts';
import { DomainError, notFound } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { UnitDocument } from '../db/campus-models.ts';
import { canContain } from './rules/unit-order.ts';

type Managing = Pick<Context, 'units'>;

const unitExists = (): DomainError =>
  new DomainError(
    'conflict',
    'unit_exists',
    'Another unit at this place has this name, or another unit has this external ID.',
  );
const unitChanged = (): DomainError =>
  new DomainError(
    'conflict',
    'unit_changed',
    'This unit was changed in another window. Reload the page before you change it.',
  );

const requireParent = async (
  { units }: Managing,
  child: Pick<UnitDetails, 'kind' | 'parentId'>,
): Promise<void> => {
  if (child.parentId === undefined) return;
  const parent = await units.find(child.parentId);
  if (!parent) throw notFound('Unit');
  if (!canContain(parent, child))
    throw new DomainError(
      'invalid',
      'unit_order',
      'A unit belongs to a unit of a higher kind: institution, faculty, department, program.',
    );
};

const findUnit = async ({ units }: Managing, id: string): Promise<UnitDocument> => {
  const unit = await units.find(id);
  if (!unit) throw notFound('Unit');
  return unit;
};

export const createUnit = async (context: Managing, adminId: string, unit: NewUnit) => {
  await requireParent(context, unit);
  const created = await context.units.create(unit, adminId);
  if (created === 'conflict') throw unitExists();
  return created;
};

export const editUnit = async (
  context: Managing,
  adminId: string,
  id: string,
  { version, name, parentId, externalId }: UnitEdit,
): Promise<UnitDocument> => {
  const unit = await findUnit(context, id);
  if (unit.version !== version) throw unitChanged();
  await requireParent(context, { kind: unit.kind, parentId });
  const revision = { by: adminId, change: 'edited' };
  const changed = await context.units.change(unit, { name, parentId, externalId }, revision);
  if (changed === 'conflict') throw unitExists();
  if (!changed) throw unitChanged();
  return changed;
};

export const deleteUnit = async (
  context: Managing & Pick<Context, 'termCourses'>,
  adminId: string,
  id: string,
): Promise<void> => {
  const unit = await findUnit(context, id);
  if ((await context.units.hasChildren(id)) || (await context.termCourses.isUsed({ unitId: id })))
    throw new DomainError('conflict', 'unit_not_empty', 'This unit has units below it or courses.');
  const revision = { by: adminId, change: 'deleted' };
  const deleted = await context.units.change(unit, { deleted: true, retired: id }, revision);
  if (!deleted || deleted === 'conflict') throw unitChanged();
};
