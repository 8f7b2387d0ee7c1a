import { defense, defenseWithin } from './defense.ts';

const listedStudents = () => import('../../../../services/auth/src/features/people/listed-students.ts');
const findStudent = () => import('../../../../services/auth/src/features/people/rules/find-student.ts');
export const verifiedColleagues = defenseWithin(
  'colleagues are found only by a verified address',
  () => import('../../../../services/auth/src/core/people/people.ts'),
  'createPeople',
  (create, isOff) => (database) => {
    const people = create(database);
    return {
      ...people,
      findTeacherId: async (typed) => {
        if (!isOff()) return people.findTeacherId(typed);
        return (await database.user.findFirst({ where: { userType: 'TEACHER', email: typed } }))?.id;
      },
    };
  },
);
export const roleNotices = defense(
  'everybody with a new role is notified, and so is the previous owner',
  () => import('../../../../services/auth/src/features/notices/rules/staff-notices.ts'),
  'courseRoleNotices',
  () => [],
);
export const takeoverByImport = defense(
  'a record of the institution takes over an account with an unverified address',
  () => import('../../../../services/auth/src/core/people/rules/judge-record.ts'),
  'matchRecord',
  (original, record, matches) => ({ ...original(record, matches), takesOver: false }),
);
export const takeoverByTeacher = defenseWithin(
  'a teacher of the institution takes over an account with an unverified address',
  listedStudents,
  'createListedStudents',
  (create, isOff) =>
    (...given) => {
      const students = create(...given);
      return { ...students, add: (adding) => students.add(isOff() ? { ...adding, by: undefined } : adding) };
    },
);
export const knownTeacherCheck = defenseWithin(
  'a teacher whom the institution neither imported nor invited cannot take over an account',
  listedStudents,
  'createListedStudents',
  (create, isOff) => (database, rules) =>
    create(database, {
      ...rules,
      get teacherRegistration() {
        return isOff() ? 'invite' : rules.teacherRegistration;
      },
    }),
);
export const recordPrecedence = defense(
  'numbers find records of the institution first',
  findStudent,
  'findStudent',
  (original, rows, typed) =>
    original(
      rows.map((row) => ({ ...row, is_recorded: false })),
      typed,
    ),
);
export const verifiedNumberSearch = defense(
  'numbers do not find accounts with unverified addresses',
  findStudent,
  'findStudent',
  (original, rows, typed) =>
    original(
      rows.map((row) => ({ ...row, is_known: true })),
      typed,
    ),
);
