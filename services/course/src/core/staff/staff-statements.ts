import type { Model } from 'mongoose';
import type { UnitDocument } from '../../db/campus-models.ts';
import type { CourseDocument } from '../../db/models.ts';

interface StaffModels {
  courses: Model<CourseDocument>;
  units: Model<UnitDocument>;
}

export const createStaffStatements = ({ courses, units }: StaffModels) => ({
  /** Raises the version, so that an import that is being applied reads the statements again. */
  removeAbout: async (userId: string): Promise<void> => {
    const about = { 'staffStatements.people': userId };
    const removal = { $pull: { staffStatements: { people: userId } }, $inc: { version: 1 } };
    await courses.updateMany(about, removal as never);
    await units.updateMany(about, removal as never);
  },
});
