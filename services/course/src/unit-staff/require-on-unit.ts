import { scopeOfUnit, type Action } from '@qr-attendance/contracts';
import { notFound, requireCan, type Caller } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { UnitDocument } from '../db/campus-models.ts';
import { pathIn } from '../units/units.ts';

/** @throws DomainError (forbidden, not_found) unless the caller's role in the unit, or above it, allows the action */
export const requireOnUnit = async (
  { units, clock }: Pick<Context, 'units' | 'clock'>,
  caller: Caller,
  action: Action,
  id: string,
): Promise<UnitDocument> => {
  const path = pathIn(await units.findWithAncestors([id]), id);
  const [unit] = path;
  if (!unit || unit.deleted) throw notFound('Unit');
  const scope = scopeOfUnit(path.flatMap(({ staff = [] }) => staff));
  requireCan(caller, action, scope, 'Unit', clock());
  return unit;
};
