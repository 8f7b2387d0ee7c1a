import type { Complete, CourseAuditAction, UnitStaffMember } from '@qr-attendance/contracts';
import { unitChanged, type UnitChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { conflict } from '@qr-attendance/server';
import type { Model } from 'mongoose';
import type { AuditLog } from '../audit/audit-log.ts';
import type { UnitDocument } from '../../db/campus-models.ts';
import { createRevisedStore, readLedgers, writeUnversioned } from '@qr-attendance/server/mongo';
import { createFormerIds, internalIdIn, internalReference } from './former-ids.ts';

export const toUnitChanged = ({ _id, ...unit }: UnitDocument): Complete<UnitChanged> => {
  const { kind, name, parentId, externalId, staff, deleted, version } = unit;
  return { id: _id.toHexString(), kind, name, parentId, externalId, staff, deleted, version };
};
export const unitEventOf = (unit: UnitDocument) =>
  createEvent(unitChanged, unit._id.toHexString(), toUnitChanged(unit));

export const pathOfUnit = (units: Map<string, UnitDocument>, id: string | undefined): UnitDocument[] => {
  const unit = units.get(id ?? '');
  return unit ? [unit, ...pathOfUnit(units, unit.parentId)] : [];
};

const UNIT_ACTIONS: Record<string, CourseAuditAction> = {
  created: 'unit_created',
  edited: 'unit_edited',
  deleted: 'unit_deleted',
  staff_added: 'unit_staff_added',
  staff_changed: 'unit_staff_changed',
  staff_removed: 'unit_staff_removed',
};

export interface UnitValues {
  id: string | null;
  kind: UnitDocument['kind'];
  name: string;
  parent: string | null;
}
export const valuesOfUnit = (
  { externalId, kind, name, parentId }: UnitDocument,
  parentReference: string | undefined,
): UnitValues => ({
  id: externalId ?? null,
  kind,
  name,
  parent: parentId === undefined ? null : (parentReference ?? internalReference(parentId)),
});

export const createUnits = (
  model: Model<UnitDocument>,
  clock: () => Date,
  committed: () => void,
  auditLog: AuditLog,
) => {
  const revised = createRevisedStore(model, clock, {
    what: 'Unit',
    taken: () =>
      conflict(
        'unit_exists',
        'Another unit at this place has this name, or another unit has this external ID.',
      ),
    outdated: () =>
      conflict(
        'unit_changed',
        'This unit was changed in another window. Reload the page before you change it.',
      ),
    order: ['name', 1],
    fieldsOf: (unit) => ({ outbox: [unitEventOf(unit)] }),
    written: async (after, { by, change, details = {} }, before) => {
      committed();
      const { _id, name } = before ?? after;
      const action = UNIT_ACTIONS[change];
      const id = _id.toHexString();
      const { userId, role } = details as { userId?: string; role?: string };
      if (!action) return;
      const isMoved = action === 'unit_edited' && before?.parentId !== after.parentId;
      await auditLog.write(
        {
          by,
          kind: 'unit',
          objectId: id,
          name,
          unitId: id,
          userId,
          role,
          action: isMoved ? 'unit_moved' : action,
        },
        { responsible: (before?.staff ?? []).map((member) => member.userId) },
      );
    },
  });
  const listByIds = (ids: string[]): Promise<UnitDocument[]> =>
    model
      .find({ _id: { $in: ids } }, { search: 0, revisions: 0, statements: 0, staffStatements: 0 })
      .lean<UnitDocument[]>();
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
    ...createFormerIds(model),
    listByIds,
    findWithAncestors,
    statementsOf: (units: UnitDocument[]) =>
      readLedgers(
        model,
        units.map(({ _id }) => _id),
      ),
    findByReference: async (reference: string): Promise<UnitDocument | undefined> => {
      const id = internalIdIn(reference);
      return id === undefined ? (await revised.findByExternalIds([reference]))[0] : revised.find(id);
    },
    staffOf: async (ids: (string | undefined)[]): Promise<(id: string | undefined) => UnitStaffMember[]> => {
      const units = await findWithAncestors(ids);
      return (id) => pathOfUnit(units, id).flatMap(({ staff = [] }) => staff);
    },
    /** Includes statements of files about the staff. */
    listStated: (ids: string[]): Promise<UnitDocument[]> =>
      model
        .find({ _id: { $in: ids }, deleted: { $ne: true } }, { search: 0, revisions: 0 })
        .lean<UnitDocument[]>(),
    /**
     * Stores statements about staff without changing the staff.
     * @returns the ids of the units that have changed since they were read
     */
    stateStaff: (
      stated: {
        document: { _id: UnitDocument['_id'] | string; version: number };
        staffStatements: UnitDocument['staffStatements'];
      }[],
    ): Promise<Set<string>> =>
      writeUnversioned(
        model,
        stated.map(({ document: { _id, version }, staffStatements }) => ({
          _id,
          version,
          fields: { staffStatements },
        })),
      ),
    /** Units with the person on their staff, in any role and at any time. */
    listStaffed: (userId: string): Promise<UnitDocument[]> =>
      model.find({ 'staff.userId': userId, deleted: { $ne: true } }, { search: 0 }).lean<UnitDocument[]>(),
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
