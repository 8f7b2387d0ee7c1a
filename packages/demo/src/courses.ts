import type { NewCourse } from '@qr-attendance/contracts';

export interface Slot {
  weekday: number;
  hour: number;
  minute: number;
}
export interface DemoCourse extends NewCourse {
  teacher: number;
  slots: Slot[];
}

const at = (weekday: number, hour: number, minute: number): Slot => ({ weekday, hour, minute });

export const courses: DemoCourse[] = [
  {
    name: 'Data Structures',
    code: 'CS301',
    section: 'A',
    semester: 3,
    teacher: 0,
    slots: [at(1, 9, 0), at(3, 9, 0)],
  },
  {
    name: 'Operating Systems',
    code: 'CS501',
    section: 'A',
    semester: 5,
    teacher: 0,
    slots: [at(2, 10, 45), at(5, 10, 45)],
  },
  {
    name: 'Digital Electronics',
    code: 'EC302',
    section: 'A',
    semester: 3,
    teacher: 1,
    slots: [at(2, 9, 0), at(5, 10, 45)],
  },
  {
    name: 'Signals and Systems',
    code: 'EC502',
    section: 'A',
    semester: 5,
    teacher: 1,
    slots: [at(1, 13, 0), at(3, 13, 0)],
  },
  {
    name: 'Circuit Theory',
    code: 'EE303',
    section: 'A',
    semester: 3,
    teacher: 2,
    slots: [at(3, 14, 30), at(5, 9, 0)],
  },
  {
    name: 'Control Engineering',
    code: 'EE503',
    section: 'A',
    semester: 5,
    teacher: 2,
    slots: [at(2, 14, 30), at(4, 13, 0)],
  },
];
