import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, notFound, type Suspensions } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import {
  profileOf,
  signedOutError,
  studentSecurityOf,
  userChangedOf,
  userOf,
} from '../../core/people/rules/person.ts';
import type { KnownPeople } from './known-people.ts';
import type { ListedStudents } from './listed-students.ts';
import type { PeopleRecords } from './records.ts';

interface Stores {
  people: People;
  peopleRecords: PeopleRecords;
  knownPeople: KnownPeople;
  listedStudents: ListedStudents;
  suspensions: Suspensions;
  wakeRelay: () => void;
}

export const personRoutes = ({
  people,
  peopleRecords,
  knownPeople,
  listedStudents,
  suspensions,
  wakeRelay,
}: Stores): Implementation[] => [
  implement(routes.auth.getMe, async ({ caller }) => {
    const person = await people.findById(caller.id);
    if (!person) throw signedOutError();
    return { user: userOf(person), profile: profileOf(person) };
  }),
  implement(routes.auth.getUserInternal, async ({ params }) => {
    const person = await people.findById(params.id);
    if (!person) throw notFound('User');
    return userChangedOf(person);
  }),
  implement(routes.auth.listUsersInternal, async ({ body }) =>
    (await people.findByIds(body.ids)).map(userChangedOf),
  ),
  implement(routes.auth.putPeopleInternal, async ({ body }) => {
    const applied = await peopleRecords.apply(body);
    wakeRelay();
    await suspensions.refresh();
    return applied;
  }),
  implement(routes.auth.findPersonStatementsInternal, ({ body }) => knownPeople.findStatements(body)),
  implement(routes.auth.findPeopleInternal, ({ body }) => knownPeople.find(body.institutionIds)),
  implement(routes.auth.findStudentsInternal, ({ body }) => listedStudents.find(body.people)),
  implement(routes.auth.addStudentsInternal, async ({ body }) => {
    const added = await listedStudents.add(body);
    wakeRelay();
    await suspensions.refresh();
    return added;
  }),
  implement(routes.auth.undoPeopleInternal, async ({ body }) => {
    const results = await peopleRecords.undo(body);
    wakeRelay();
    return results;
  }),
  implement(routes.auth.findTeacherInternal, async ({ body }) => {
    const id = await people.findTeacherId(body.person);
    if (id === undefined) throw notFound('Teacher');
    return { id };
  }),
  implement(routes.auth.getStudentSecurityInternal, async ({ params }) => {
    const person = await people.findById(params.id);
    if (person?.details.userType !== 'STUDENT') throw notFound('Student');
    return studentSecurityOf(person.id, person.details.student);
  }),
];
