import { scopeOfCourse, type Scope, type UnitStaffMember } from '@qr-attendance/contracts';
import type { UnitChanged } from '@qr-attendance/contracts/events';
import { createUpsertIfNewer } from '@qr-attendance/messaging/mongo';
import type { Model } from 'mongoose';
import type { Course } from './projections.ts';
import type { UnitDocument } from '../db/unit-model.ts';

type ScopedCourse = Pick<Course, 'teacherId' | 'staff' | 'unitId'>;

export const createUnits = (model: Model<UnitDocument>) => {
  const upsert = createUpsertIfNewer(model);
  const findWithAncestors = async (ids: (string | undefined)[]): Promise<Map<string, UnitDocument>> => {
    const unitById = new Map<string, UnitDocument>();
    for (let level = ids; level.length > 0;) {
      const missing = level.filter((id): id is string => Boolean(id) && !unitById.has(id ?? ''));
      const units =
        missing.length > 0 ? await model.find({ _id: { $in: missing } }).lean<UnitDocument[]>() : [];
      for (const unit of units) unitById.set(unit._id, unit);
      level = units.map(({ parentId }) => parentId);
    }
    return unitById;
  };
  const withAllBelow = async (ids: string[]): Promise<Set<string>> => {
    const all = new Set(ids);
    for (let level = ids; level.length > 0;) {
      const below = await model.find({ parentId: { $in: level } }, { _id: 1 }).lean<UnitDocument[]>();
      level = below.map(({ _id }) => _id).filter((id) => !all.has(id));
      for (const id of level) all.add(id);
    }
    return all;
  };
  return {
    withAllBelow,
    listByIds: async (ids: (string | undefined)[]): Promise<{ id: string; name: string }[]> => {
      const wanted = ids.filter((id) => id !== undefined);
      const units = await model.find({ _id: { $in: wanted } }).lean<UnitDocument[]>();
      return units.map(({ _id, name }) => ({ id: _id, name }));
    },
    listStaffed: async (userId: string): Promise<{ id: string; staff: UnitStaffMember[] }[]> => {
      const units = await model.find({ 'staff.userId': userId }).lean<UnitDocument[]>();
      return units.map(({ _id, staff = [] }) => ({ id: _id, staff }));
    },
    scopesOf: async (courses: ScopedCourse[]): Promise<(course: ScopedCourse) => Scope> => {
      const units = await findWithAncestors(courses.map(({ unitId }) => unitId));
      const staffOf = (id: string | undefined): UnitStaffMember[] => {
        const unit = units.get(id ?? '');
        return unit ? [...(unit.staff ?? []), ...staffOf(unit.parentId)] : [];
      };
      return (course) => scopeOfCourse(course, staffOf(course.unitId));
    },
    upsert: ({ id, name, parentId = '', staff = [], version }: UnitChanged) =>
      upsert({ _id: id, name, parentId, staff, version }),
  };
};
export type Units = ReturnType<typeof createUnits>;
