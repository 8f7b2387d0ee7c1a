import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import { condition } from '../defenses/defense.ts';
import { PIN } from '../target/people.ts';

const TRIES = 5;
/**
 * Fewer than the gateway's limit of concurrent bodies, so that the right PIN after them is compared as well.
 */
const GUESSES = 12;

const lockedAsRead = condition(
  'locked PINs are not compared',
  'services/attendance/src/features/marking/rules/judge-proofs.ts',
  'minutes > 0',
);
const triesAreCounted: Defense[] = [
  {
    name: 'a try of a PIN is counted before the PIN is compared',
    file: 'services/attendance/src/features/marking/pins.ts',
    find: 'granted: own <= PIN_TRIES',
    replace: 'granted: defenseOff() || own <= PIN_TRIES',
  },
  {
    name: 'a try of a PIN is counted before the PIN is compared',
    file: 'services/attendance/src/features/marking/pins.ts',
    find: 'if (failures === undefined) return PINS_LOCKED;',
    replace: 'if (failures === undefined) return { granted: defenseOff(), left: 0 };',
  },
];

const wrong = (index: number) => String(3000 + index);
const policy = { requirePin: true };

export const pinAttacks: Attack[] = [
  {
    name: 'a PIN guessed one after another',
    defenses: [lockedAsRead, ...triesAreCounted],
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
    defenses: [lockedAsRead, ...triesAreCounted],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ policy });
      const victim = await member(running);
      const ticket = await scan(victim, running);
      const pins = [...Array.from({ length: GUESSES }, (_guess, index) => wrong(index)), PIN];
      const answers = await Promise.all(pins.map((pin) => mark(victim, ticket, { pin })));
      return answers.some(({ status }) => status === 201);
    },
  },
];
