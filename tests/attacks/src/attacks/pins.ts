import type { Attack } from '../attack.ts';
import { pinLock, pinAttemptCounter } from '../defenses/marking.ts';
import { PIN } from '../target/people.ts';

const TRIES = 5;
/**
 * Fewer guesses than the gateway's limit of concurrent bodies, so that the correct PIN after them is
 * compared, too.
 */
const GUESSES = 12;

const wrong = (index: number) => String(3000 + index);
const policy = { requirePin: true };

export const pinAttacks: Attack[] = [
  {
    name: 'sequential guesses of a PIN',
    defenses: [pinLock, pinAttemptCounter],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ policy });
      const victim = await member(running);
      const ticket = await scan(victim, running);
      for (let index = 0; index < TRIES; index++) await mark(victim, ticket, { pin: wrong(index) });
      return (await mark(victim, ticket, { pin: PIN })).status === 201;
    },
  },
  {
    name: 'concurrent guesses of a PIN',
    defenses: [pinLock, pinAttemptCounter],
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
