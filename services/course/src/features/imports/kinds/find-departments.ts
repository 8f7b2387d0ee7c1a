import type { Units } from '../../../core/units/units.ts';
import type { UnitDocument } from '../../../db/campus-models.ts';

export const createFindDepartments = (units: Units) => {
  const found = new Map<string, Promise<string | undefined>>();
  const climb = async (unit: UnitDocument): Promise<string> => {
    const [parent] = unit.parentId === undefined ? [] : await units.listByIds([unit.parentId]);
    return unit.kind === 'department' || !parent ? unit.name : climb(parent);
  };
  const find = async (externalId: string): Promise<string | undefined> => {
    const [unit] = await units.findByExternalIds([externalId]);
    return unit && climb(unit);
  };
  return (externalId: string): Promise<string | undefined> => {
    const name = found.get(externalId) ?? find(externalId);
    found.set(externalId, name);
    return name;
  };
};
