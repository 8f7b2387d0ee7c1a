import { checkOutRelease, chooseByName, startTestSystem } from '@qr-attendance/test-kit';
import type { Bench } from '../bench.ts';
import { formatMs } from '../measure/format.ts';
import { percentile } from '../measure/statistics.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import { attackNames } from './attacks.ts';
import { describeMornings } from './describe.ts';
import { runMorning, type Morning, type Plan } from './round.ts';

const FULL = { students: 1_500, windowMs: 10_000 };
const SHORT = { students: 60, windowMs: 2_000 };
const THIRD = 1 / 3;

/**
 * A quiet morning, a morning on which a third of the students must sign in, and the same two mornings under each
 * attack.
 */
const plansOf = (attack: string | undefined, shared: Pick<Plan, 'windowMs' | 'root'>): Plan[] => {
  const named = attackNames.map((name) => ({ name }));
  const chosen = attack === 'none' ? [] : chooseByName(named, attack);
  return [
    { name: 'quiet', signedOutShare: 0, ...shared },
    { name: 'a third signs in', signedOutShare: THIRD, ...shared },
    ...chosen.map(({ name }) => ({
      name: `a third signs in, attack: ${name}`,
      signedOutShare: THIRD,
      attack: name,
      ...shared,
    })),
  ];
};

export const morning: Bench = {
  name: 'morning',
  about:
    'does everybody get in and marked at 9:00, behind one address, with tokens of yesterday and somebody who attacks?',
  run: async ({ short, students, attack, release: commit, log }) => {
    const size = short ? SHORT : FULL;
    const count = students ?? size.students;
    const release = commit === undefined ? undefined : await checkOutRelease(commit);
    const shared = { windowMs: size.windowMs, root: release?.root };
    const plans = plansOf(attack, shared);
    const system = await startTestSystem({ root: shared.root });
    let campus: Campus | undefined;
    try {
      campus = await fillCampus(system, { students: count, courses: 1 }, log);
      await runMorning(system, campus, { name: 'warm-up', signedOutShare: 0, ...shared });
      const mornings: Morning[] = [];
      for (const plan of plans) {
        const morning = await runMorning(system, campus, plan);
        const times = morning.attendances.map(({ ms }) => ms);
        const marked = count - morning.unanswered;
        log(`${plan.name}: ${marked} of ${count} marked, p99 ${formatMs(percentile(times, 0.99))} ms`);
        mornings.push(morning);
      }
      return describeMornings(mornings, count);
    } finally {
      await campus?.close();
      await system.stop();
      await release?.remove();
    }
  },
};
