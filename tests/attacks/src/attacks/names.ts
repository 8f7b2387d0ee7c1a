import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack.ts';
import { nameCharacters } from '../defenses/packages.ts';
import { PASSWORD } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const registerAs = ({ call }: Target, name: string) =>
  call('POST', '/api/auth/register', {
    body: {
      name,
      email: `${randomUUID()}@campus.example`,
      password: PASSWORD,
      userType: 'STUDENT',
      usn: 'U1',
      regNo: 'R1',
      department: 'Electronics',
      semester: 3,
    },
  });

export const nameAttacks: Attack[] = [
  {
    name: 'a second account whose name differs only by a zero-width space',
    defenses: [nameCharacters],
    attempt: async (target) => (await registerAs(target, 'Stan\u200B Student')).status === 201,
  },
  {
    name: 'a name that is stored backwards and shown forwards',
    defenses: [nameCharacters],
    attempt: async (target) => (await registerAs(target, '\u202Etnedutsnats')).status === 201,
  },
];
