import type { CourseAuditAction, UnitStaffMember } from '@qr-attendance/contracts';
import { unitChanged, type UnitChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { Model } from 'mongoose';
import type { AuditLog } from '../audit/audit-log.ts';
import type { UnitDocument } from '../db/campus-models.ts';
import { createRevised, type Revision } from '@qr-attendance/server/mongo';

export interface UnitPage {
  limit: number;
  after?: { name: string; id: string } | undefined;
  search?: string | undefined;
}

export const toUnitChanged = ({ _id, ...unit }: UnitDocument): UnitChanged => {
  const { kind, name, parentId, externalId, staff, deleted, version } = unit;
  return { id: _id.toHexString(), kind, name, parentId, externalId, staff, deleted, version };
};
export const unitEventOf = (unit: UnitDocument) =>
  createEvent(unitChanged, unit._id.toHexString(), toUnitChanged(unit));

/** The unit and all units above it; empty for an unknown unit. */
export const pathIn = (units: Map<string, UnitDocument>, id: string | undefined): UnitDocument[] => {
  const unit = units.get(id ?? '');
  return unit ? [unit, ...pathIn(units, unit.parentId)] : [];
};

const UNIT_ACTIONS: Record<string, CourseAuditAction> = {
  ...{ created: 'unit_created', edited: 'unit_edited', deleted: 'unit_deleted' },
  ...{ staff_added: 'unit_staff_added', staff_changed: 'unit_staff_changed' },
  staff_removed: 'unit_staff_removed',
};

export const createUnits = (
  model: Model<UnitDocument>,
  clock: () => Date,
  committed: () => void,
  auditLog: AuditLog,
) => {
  const writeAudit = async (
    { _id, name }: Pick<UnitDocument, '_id' | 'name'>,
    { by, change, details = {} }: Pick<Revision, 'by' | 'change'> & { details?: object },
  ): Promise<void> => {
    const action = UNIT_ACTIONS[change];
    const id = _id.toHexString();
    const { userId, role } = details as { userId?: string; role?: string };
    if (action)
      await auditLog.write({ by, action, kind: 'unit', objectId: id, name, unitId: id, userId, role });
  };
  const revised = createRevised(model, clock, {
    fieldsOf: (unit) => ({ outbox: [unitEventOf(unit)] }),
  });
  const listByIds = (ids: string[]): Promise<UnitDocument[]> =>
    model.find({ _id: { $in: ids } }, { search: 0, revisions: 0 }).lean<UnitDocument[]>();
  /** These units and all units above them, by id. */
  const findWithAncestors = async (ids: (string | undefined)[]): Promise<Map<string, UnitDocument>> => {
    const known = new Map<string, UnitDocument>();
    for (let level = ids; level.length > 0;) {
      const missing = new Set(level.filter((id) => id !== undefined && !known.has(id)));
      const found = missing.size > 0 ? await listByIds([...missing] as string[]) : [];
      for (const unit of found) known.set(unit._id.toHexString(), unit);
      level = found.map(({ parentId }) => parentId);
    }
    return known;
  };
  return {
    ...revised,
    create: async (details: Parameters<typeof revised.create>[0], by: string) => {
      const created = await revised.create(details, by);
      committed();
      if (created !== 'conflict') await writeAudit(created, { by, change: 'created' });
      return created;
    },
    change: async (
      before: UnitDocument,
      fields: Parameters<typeof revised.change>[1],
      revision: Pick<Revision, 'by' | 'change'> & { details?: object },
    ) => {
      const changed = await revised.change(before, fields, revision);
      committed();
      if (changed && changed !== 'conflict') await writeAudit(before, revision);
      return changed;
    },
    /** Ordered by name and id. */
    list: ({ after, ...page }: UnitPage, filter: object = {}): Promise<UnitDocument[]> =>
      revised.list(
        {
          ...filter,
          ...(after && {
            name: { $gte: after.name },
            $or: [{ name: { $gt: after.name } }, { name: after.name, _id: { $gt: after.id } }],
          }),
        },
        { name: 1, _id: 1 },
        page,
      ),
    listByIds,
    findWithAncestors,
    /** The staff of a unit and of all units above it. */
    staffOf: async (ids: (string | undefined)[]): Promise<(id: string | undefined) => UnitStaffMember[]> => {
      const units = await findWithAncestors(ids);
      return (id) => pathIn(units, id).flatMap(({ staff = [] }) => staff);
    },
    /** Units on whose staff a person is or was, whatever role and dates. */
    listStaffed: (userId: string): Promise<UnitDocument[]> =>
      model.find({ 'staff.userId': userId, deleted: { $ne: true } }, { search: 0 }).lean<UnitDocument[]>(),
    /** These units and all units below them. */
    idsBelow: async (ids: string[]): Promise<string[]> => {
      const all = new Set(ids);
      for (let level = ids; level.length > 0;) {
        const below = await model.find({ parentId: { $in: level } }, { _id: 1 }).lean<UnitDocument[]>();
        level = below.map(({ _id }) => _id.toHexString()).filter((id) => !all.has(id));
        for (const id of level) all.add(id);
      }
      return [...all];
    },
    hasChildren: async (id: string): Promise<boolean> =>
      (await model.exists({ parentId: id, deleted: { $ne: true } })) !== null,
  };
};
export type Units = ReturnType<typeof createUnits>;
