import type { Attack } from '../attack.ts';
import type { Defence } from '../defences/defence.ts';

const ROOM = { latitude: 48.2, longitude: 16.37, radius: 50 };
const HOME = { latitude: 48.25, longitude: 16.4, accuracy: 10 };

const place: Defence = {
  name: 'the distance to the room is the server’s own sum',
  file: 'services/attendance/src/domain/judge-mark.ts',
  find: 'if (wrongPlace) ',
  replace: 'if (wrongPlace && !defenceOff()) ',
};

/** What can be done with a ticket and a mark. */
export const markAttacks: Attack[] = [
  {
    name: 'the code’s address forwarded within its life to a student who is not in the room',
    defences: [place],
    attempt: async ({ lesson, student, enrol, scan, mark }) => {
      const running = await lesson({ location: ROOM });
      const absent = await student();
      await enrol(absent, running);
      const ticket = await scan(absent, running);
      return (await mark(absent, ticket, { location: HOME })).status === 201;
    },
  },
  {
    name: 'a stolen ticket used by another student',
    defences: [
      {
        name: 'a ticket is its student’s own',
        file: 'services/attendance/src/use-cases/redeem-ticket.ts',
        find: 'if (claims.sub !== studentId)',
        replace: 'if (claims.sub !== studentId && !defenceOff())',
      },
    ],
    attempt: async ({ lesson, student, enrol, scan, mark }) => {
      const running = await lesson();
      const [present, absent] = [await student(), await student()];
      await enrol(present, running);
      await enrol(absent, running);
      return (await mark(absent, await scan(present, running))).status === 201;
    },
  },
];
