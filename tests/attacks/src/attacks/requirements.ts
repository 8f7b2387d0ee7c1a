import { NO_CHECKS } from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import { additivePreferences } from '../defenses/marking.ts';
import { institutionRequirements } from '../defenses/session.ts';
import { createAdmin } from '../target/create-admin.ts';

const FLOOR = '/api/sessions/institution-policy';

export const requirementAttacks: Attack[] = [
  {
    name: 'the session’s PIN switched off by a student’s preferences',
    defenses: [additivePreferences],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ policy: { requirePin: true } });
      const careless = await member(running);
      return (await mark(careless, await scan(careless, running))).status === 201;
    },
  },
  {
    name: 'a session without the institution’s requirements',
    defenses: [institutionRequirements],
    attempt: async (target) => {
      const { lesson, member, scan, mark, must, system } = target;
      const { token } = await createAdmin(system, target);
      const decide = (floor: object) => must('PUT', FLOOR, { token, body: { floor } });
      await decide({ ...NO_CHECKS, requirePin: true });
      try {
        const running = await lesson({ policy: NO_CHECKS });
        const careless = await member(running);
        return (await mark(careless, await scan(careless, running))).status === 201;
      } finally {
        await decide(NO_CHECKS);
      }
    },
  },
];
