import { courses } from './courses.ts';
import { ADMIN, PASSWORD, PIN, SHOWN_STUDENTS, type createPeople } from './people.ts';

export const describeSignIns = ({ teachers, students }: ReturnType<typeof createPeople>): string => {
  const forms = [
    { ...ADMIN, userType: 'ADMIN' as const },
    ...teachers,
    ...students.slice(0, SHOWN_STUDENTS).map(({ form }) => form),
  ];
  const width = Math.max(...forms.map(({ email }) => email.length));
  const roles = { ADMIN: 'Administrator', TEACHER: 'Teacher      ', STUDENT: 'Student      ' };
  const line = ({ userType, email, name }: (typeof forms)[number]) =>
    `  ${roles[userType]}  ${email.padEnd(width)}  ${name}`;
  return [
    '',
    'Sign in on the demo campus as',
    ...forms.map(line),
    `Everybody's password is ${PASSWORD}, every student's PIN is ${PIN}.`,
    `A session of ${teachers[0]?.name}'s ${courses[0]?.name} is running; the students above have not marked it yet.`,
    'Before marking, a student registers the browser in use as a device (Security Settings).',
  ].join('\n');
};
