import type { Model } from 'mongoose';
import type { UnitDocument } from '../../db/campus-models.ts';
import type { CourseDocument } from '../../db/models.ts';

interface StaffModels {
  courses: Model<CourseDocument>;
  units: Model<UnitDocument>;
}

/** Statements of files about the staff of courses and units. */
export const createStaffStatements = ({ courses, units }: StaffModels) => ({
  /** The new version makes an import that is being applied read them again. */
  removeAbout: async (userId: string): Promise<void> => {
    const about = { 'staffStatements.people': userId };
    const removal = { $pull: { staffStatements: { people: userId } }, $inc: { version: 1 } };
    await courses.updateMany(about, removal as never);
    await units.updateMany(about, removal as never);
  },
});
