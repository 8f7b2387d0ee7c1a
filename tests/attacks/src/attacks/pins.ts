import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import { condition } from '../defenses/defense.ts';
import { PIN } from '../target/people.ts';

/** After so many wrong ones a PIN is not compared any more. */
const TRIES = 5;
const GUESSES = 24;

const lockedAsRead = condition(
  'locked PINs are not compared',
  'services/attendance/src/marking/rules/judge-proofs.ts',
  'minutes > 0',
);
const lockedAsCounted = condition(
  'no answer to a wrong PIN tells anything once PINs are locked',
  'services/attendance/src/marking/refuse-mark.ts',
  'counted.lockedUntil',
);
const lockedAsWritten: Defense = {
  name: 'a mark is written while PINs are not locked',
  file: 'services/attendance/src/marking/write-marks.ts',
  find: 'checks_pin: mark.checksPin',
  replace: 'checks_pin: (!defenseOff() && mark.checksPin)',
};

const wrong = (index: number) => String(3000 + index);
const policy = { requirePin: true };

/** A PIN found by trying. */
export const pinAttacks: Attack[] = [
  {
    name: 'a PIN guessed one after another',
    defenses: [lockedAsRead, lockedAsWritten],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ policy });
      const victim = await member(running);
      const ticket = await scan(victim, running);
      for (let index = 0; index < TRIES; index++) await mark(victim, ticket, { pin: wrong(index) });
      return (await mark(victim, ticket, { pin: PIN })).status === 201;
    },
  },
  {
    name: 'a PIN guessed many at once',
    defenses: [lockedAsRead, lockedAsCounted],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ policy });
      const victim = await member(running);
      const ticket = await scan(victim, running);
      const guesses = Array.from({ length: GUESSES }, (_guess, index) =>
        mark(victim, ticket, { pin: wrong(index) }),
      );
      const told = (await Promise.all(guesses)).filter(({ body }) => body['code'] === 'wrong_pin');
      return told.length > TRIES;
    },
  },
];
