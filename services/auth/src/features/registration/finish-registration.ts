import {
  type AnswerOf,
  type Institution,
  type ParsedOf,
  type routes,
  studentNumbers,
  type TeacherRegistration,
} from '@qr-attendance/contracts';
import { hashSecret, invalid, parsePart } from '@qr-attendance/server';
import { z } from 'zod/mini';
import { refuseWeakPassword } from '../../core/passwords/rules/weak-password.ts';
import type { SignInQueue } from '../../core/sign-in-queue/sign-in-queue.ts';
import type { People } from '../../core/people/people.ts';
import { type Person, refuseBlocked, userOf } from '../../core/people/rules/person.ts';
import type { TakenNumbers } from './taken-numbers.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';
import { readLinkSecret } from '../../core/tokens/rules/secret.ts';
import type { CompletedSignIn } from '../../core/visits/visits.ts';
import type { RegistrationLinks } from './registration-links.ts';

const linkInvalidError = () =>
  invalid(
    'registration_link_invalid',
    'This link was already used, has expired or was withdrawn. Sign in, or register with your address.',
  );

interface LinkOwnerDeps {
  registrationLinks: RegistrationLinks;
  people: People;
  teacherRegistration: TeacherRegistration;
  clock: () => Date;
}
export interface FinishDeps extends LinkOwnerDeps {
  institution: Pick<Institution, 'departments' | 'studentNumbers'>;
  signInQueue: SignInQueue;
  takenNumbers: TakenNumbers;
  wakeRelay: () => void;
}

const findOwner = async (
  { registrationLinks, people, teacherRegistration, clock }: LinkOwnerDeps,
  token: string,
): Promise<{ hash: string; person: Person }> => {
  const hash = hashSecret(readLinkSecret(token));
  const owner = await registrationLinks.ownerOf(hash, clock());
  const person = owner && (await people.findById(owner.userId));
  if (!person) throw linkInvalidError();
  refuseBlocked(person);
  if (!owner.teacher) return { hash, person };
  // The setting may have changed since the link was sent.
  const isAdmitted =
    teacherRegistration === 'open' ||
    (teacherRegistration === 'invite' && owner.teacher.inviteHash !== undefined);
  if (!isAdmitted) throw linkInvalidError();
  const teacher = { employeeId: '', department: '' };
  return { hash, person: { ...person, details: { userType: 'TEACHER', teacher } } };
};

const knownOf = ({ details }: Person) => {
  if (details.userType === 'ADMIN') return {};
  const all =
    details.userType === 'TEACHER'
      ? details.teacher
      : {
          usn: details.student.usn,
          regNo: details.student.regNo,
          department: details.student.department,
          ...(details.student.semester !== null && { semester: details.student.semester }),
        };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
};

/** Names from the institution are final; other names were typed by a teacher. */
const mayCorrectName = ({ institutionId }: Person): boolean => institutionId === null;

export const openRegistrationLink = async (
  context: LinkOwnerDeps,
  token: string,
): Promise<AnswerOf<typeof routes.auth.openRegistrationLink>> => {
  const { person } = await findOwner(context, token);
  return { ...userOf(person), ...knownOf(person), mayCorrectName: mayCorrectName(person) };
};

type FinishRequest = ParsedOf<typeof routes.auth.finishRegistration, 'body'>;

/** Requires details that the institution demands at registration and that are unknown so far. */
const detailsOf = (
  { institution }: Pick<FinishDeps, 'institution'>,
  person: Person,
  { department, semester, usn, regNo, employeeId }: FinishRequest,
) => {
  const knownDetails = knownOf(person);
  const given = { department, semester, usn, regNo, employeeId };
  const requiredFields =
    person.details.userType === 'STUDENT'
      ? [
          'department',
          'semester',
          ...studentNumbers.filter((name) => institution.studentNumbers.includes(name)),
        ]
      : ['department', 'employeeId'];
  const departments = institution.departments.map(({ name }) => name);
  const schemas: Record<string, z.ZodMiniType> = {
    usn: z.string(),
    regNo: z.string(),
    employeeId: z.string(),
    semester: z.number(),
    department: z.enum(departments, 'must be one of the departments of this institution'),
  };
  const missing = requiredFields.filter((name) => !(name in knownDetails));
  parsePart(
    'body',
    z.object(Object.fromEntries(missing.map((name) => [name, schemas[name] ?? z.any()]))),
    given,
  );
  const chosen = Object.fromEntries(missing.map((name) => [name, given[name as keyof typeof given]]));
  return { usn: '', regNo: '', employeeId: '', ...chosen, ...knownDetails } as {
    usn: string;
    regNo: string;
    employeeId: string;
    department: string;
    semester: number;
  };
};

/** The person keeps the id, and with it everything recorded before. */
export const finishRegistration = async (
  context: FinishDeps,
  body: FinishRequest,
  visit: Visit,
): Promise<CompletedSignIn> => {
  const { registrationLinks, signInQueue, takenNumbers, wakeRelay, clock } = context;
  const { hash, person } = await findOwner(context, body.token);
  const { usn, regNo, employeeId, department, semester } = detailsOf(context, person, body);
  const name = (mayCorrectName(person) ? body.name : undefined) ?? person.name;
  // A weak password must not use up the link.
  refuseWeakPassword(body.password, { name, email: person.email });
  if (person.details.userType === 'STUDENT' && body.refuseTakenNumbers) {
    const { usn: knownUsn, regNo: knownRegNo } = person.details.student;
    const typed = { usn: knownUsn === '' ? usn : '', regNo: knownRegNo === '' ? regNo : '' };
    await takenNumbers.refuse(typed, visit, person.id);
  }
  const passwordHash = await signInQueue.hash(hash, visit, body.password);
  const { userType } = person.details;
  const registered = await registrationLinks.register(
    hash,
    {
      name,
      passwordHash,
      student:
        userType === 'STUDENT'
          ? {
              usn,
              regNo,
              department,
              semester,
            }
          : undefined,
      teacher:
        userType === 'TEACHER'
          ? {
              employeeId,
              department,
            }
          : undefined,
    },
    clock(),
  );
  if (!registered) throw linkInvalidError();
  wakeRelay();
  return { person: registered, isProof: true };
};
