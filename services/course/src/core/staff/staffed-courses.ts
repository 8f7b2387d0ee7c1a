import type { Model } from 'mongoose';
import { toCourse, type Course } from '../courses/courses.ts';
import type { CourseDocument, StaffChangeEntry } from '../../db/models.ts';

export type StaffedCourse = Pick<Course, 'id' | 'teacherId' | 'staff'>;

export const createStaffedCourses = (model: Model<CourseDocument>) => ({
  /** Courses with the person on their staff, in any role and at any time. */
  list: async (userId: string): Promise<StaffedCourse[]> => {
    const fields = { teacherId: 1, staff: 1 };
    const found = await Promise.all([
      model.find({ teacherId: userId }, fields).lean<CourseDocument[]>(),
      model.find({ 'staff.userId': userId }, fields).lean<CourseDocument[]>(),
    ]);
    return found.flat().map(toCourse);
  },
  listChanges: async (courseId: string): Promise<StaffChangeEntry[]> =>
    (await model.findById(courseId, { staffChanges: 1 }).lean<CourseDocument>())?.staffChanges ?? [],
});
export type PermittedCourses = ReturnType<typeof createStaffedCourses>;
