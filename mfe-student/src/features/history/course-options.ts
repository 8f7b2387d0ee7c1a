import { courseLabel } from '../../shared/course-label.ts';

interface Named {
  _id: string;
  name: string;
  code: string;
}

/** Courses to choose from; one that the address names is in the list before the courses are, under `waiting`. */
export const courseOptions = (courses: Named[] | undefined, chosen: string | undefined, waiting: string) =>
  courses
    ? courses.map((course) => ({ value: course._id, label: courseLabel(course) }))
    : [chosen].filter((id) => id !== undefined).map((value) => ({ value, label: waiting }));
