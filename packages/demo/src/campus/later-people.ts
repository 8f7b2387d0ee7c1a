import type { Choice } from './choose.ts';
import type { CampusRandom } from './random.ts';
import { emailOf } from './people.ts';
import type { CampusRecords } from './records.ts';

const SHARE = 0.01;

type Person = CampusRecords['people'];

export interface LaterPeople {
  rows: Person[];
  leaving: Set<string>;
  returning: Set<string>;
  moving: Set<string>;
  joining: Map<string, Person>;
}

export const createLaterPeople = (choice: Choice, random: CampusRandom, before: Person[]): LaterPeople => {
  const ids = before.map(({ institution_id }) => institution_id);
  const students = before.filter(({ role }) => role === 'student');
  const studentIds = students.map(({ institution_id }) => institution_id);
  const renamed = choice.some('renamed', ids, SHARE);
  const moved = choice.some('address', ids, SHARE);
  const leaving = choice.some('leaving', studentIds, SHARE);
  const staying = studentIds.filter((id) => !leaving.has(id));
  const moving = choice.some('moving', staying, SHARE);
  const examples = choice.some('joining', staying, SHARE);

  const nameWith = (name: string): string => `${name.split(' ')[0] ?? ''} ${random.personName().lastName}`;
  const rows = before.map((person) => {
    const { institution_id: id } = person;
    const name = renamed.has(id) ? nameWith(person.name) : person.name;
    const email = renamed.has(id) ? emailOf(name, id) : person.email;
    return { ...person, name, email: moved.has(id) ? email.replace('@', '.new@') : email };
  });
  const joining = new Map(
    students
      .filter(({ institution_id: id }) => examples.has(id))
      .map((example, index) => {
        const id = `q${String(before.length + index + 1).padStart(6, '0')}`;
        const { firstName, lastName } = random.personName();
        const name = `${firstName} ${lastName}`;
        const numbers = { usn: `${example.usn}L`, registration_number: `${example.registration_number}L` };
        const person = { ...example, ...numbers, institution_id: id, name, email: emailOf(name, id) };
        return [example.institution_id, person] as const;
      }),
  );
  return {
    rows: [...rows, ...joining.values()],
    leaving,
    moving,
    joining,
    returning: choice.some('returning', [...leaving], 1 / 2),
  };
};
