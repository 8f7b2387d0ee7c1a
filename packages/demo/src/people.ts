import { faker } from '@faker-js/faker/locale/en';
import type { Registration } from '@qr-attendance/contracts';
import { institutionSettingSchema } from '@qr-attendance/server';
import { courses } from './courses.ts';

export const PASSWORD = 'demo-campus-2026';
export const ADMIN = { name: 'Mary Somerville', email: 'admin@campus.example' };
export const PIN = '2468';
export const SHOWN_STUDENTS = 3;
const STUDENTS = 120;
const TEACHER_DEPARTMENTS = ['Computer Science', 'Electronics', 'Electrical Engineering'];
const SEED = 2026;

type TeacherForm = Extract<Registration, { userType: 'TEACHER' }>;
type StudentForm = Extract<Registration, { userType: 'STUDENT' }>;
export interface DemoStudent {
  form: StudentForm;
  diligence: number;
  /**
   * The name of the registered device. Undefined for students whose sign-ins are printed: the visitor's browser
   * becomes their first device, which is accepted without a cool-down.
   */
  deviceName: string | undefined;
}

const phones = ['Pixel 9', 'Galaxy S24', 'iPhone 15', 'Moto G84', 'Nothing Phone', 'OnePlus 12'];

const createName = (taken: Set<string>): { name: string; email: string } => {
  for (;;) {
    const name = `${faker.person.firstName()} ${faker.person.lastName()}`;
    const email = `${name
      .toLowerCase()
      .replace(/[^a-z ]/g, '')
      .replaceAll(' ', '.')}@campus.example`;
    if (taken.has(email)) continue;
    taken.add(email);
    return { name, email };
  }
};

const createDiligence = (): number =>
  faker.helpers.weightedArrayElement([
    { value: 0.95, weight: 6 },
    { value: 0.88, weight: 5 },
    { value: 0.76, weight: 3 },
    { value: 0.6, weight: 2 },
  ]);

const createDeviceName = (index: number): string | undefined => {
  // A phone is chosen even for students without a device, so that the random choices for other students do not change.
  const phone = faker.helpers.arrayElement(phones);
  return index < SHOWN_STUDENTS ? undefined : phone;
};

export const createPeople = (): { teachers: TeacherForm[]; students: DemoStudent[] } => {
  faker.seed(SEED);
  const taken = new Set<string>();
  // The services accept only the departments in this setting.
  const { departments } = institutionSettingSchema.parse(process.env['INSTITUTION']);
  const names = departments.map(({ name }) => name);
  const departmentAt = (index: number): string => names[index % names.length] ?? '';
  const teachers = TEACHER_DEPARTMENTS.map((department, index): TeacherForm => ({
    ...createName(taken),
    password: PASSWORD,
    userType: 'TEACHER',
    employeeId: `EMP-${String(101 + index)}`,
    department: names.includes(department) ? department : departmentAt(index),
  }));
  const semesters = [...new Set(courses.map(({ semester }) => semester))];
  const students = Array.from({ length: STUDENTS }, (_student, index): DemoStudent => {
    const number = String(index + 1).padStart(3, '0');
    const semester = semesters[Math.floor((index * semesters.length) / STUDENTS)] ?? 1;
    return {
      form: {
        ...createName(taken),
        password: PASSWORD,
        userType: 'STUDENT',
        usn: `1QR24CS${number}`,
        regNo: `2024${number}`,
        department: faker.helpers.arrayElement(names),
        semester,
      },
      diligence: createDiligence(),
      deviceName: createDeviceName(index),
    };
  });
  return { teachers, students };
};
