import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { condition } from '../defences/defence.ts';
import { CODE_GRACE_SECONDS } from '../target/start-target.ts';

const expiry = condition(
  'codes die on the server’s clock',
  'services/session/src/use-cases/verify-code.ts',
  '!isAccepted(issued, clock())',
);

/** What can be done with a picture or an address of the code. */
export const codeAttacks: Attack[] = [
  {
    name: 'a photo of the code forwarded, and used after its expiry',
    defences: [expiry],
    attempt: async ({ lesson, student, enrol, nextCode, verify }) => {
      const running = await lesson();
      const absent = await student();
      await enrol(absent, running);
      // A code just made is answered once more, so the next comes a moment later.
      await pause(2_100);
      await nextCode(running);
      await pause((CODE_GRACE_SECONDS + 0.5) * 1_000);
      return (await verify(absent, running.session.qrCode)).status === 200;
    },
  },
];
