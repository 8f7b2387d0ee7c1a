import { checkOutRelease, chooseByName, startTestSystem } from '@qr-attendance/test-kit';
import type { System } from '@qr-attendance/stack';
import type { Bench, Conditions, Findings } from '../bench.ts';
import { formatMs } from '../measure/format.ts';
import { percentile } from '../measure/statistics.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import { attackNames, providerAttackNames, type AttackName } from './attacks.ts';
import { describeMornings } from './describe.ts';
import { runMorning, type Morning, type Plan } from './round.ts';
import { linkStudents, startProvider } from './start-provider.ts';

const FULL = { students: 1_500, windowMs: 10_000 };
const SHORT = { students: 60, windowMs: 2_000 };
const THIRD = 1 / 3;

type Shared = Pick<Plan, 'windowMs' | 'root' | 'provider'>;

const chooseAttacks = (all: AttackName[], attack: string): AttackName[] =>
  attack === 'none'
    ? []
    : chooseByName(
        all.map((name) => ({ name })),
        attack,
      ).map(({ name }) => name);

const underAttack = (plan: Plan, attacks: AttackName[]): Plan[] =>
  attacks.map((attack) => ({ ...plan, name: `${plan.name}, attack: ${attack}`, attack }));

/**
 * A quiet morning, a morning on which a third of the students must sign in, and the same two mornings under each
 * attack.
 */
const passwordPlans = (shared: Shared, attack: string | undefined): Plan[] => {
  const third: Plan = { name: 'a third signs in', signedOutShare: THIRD, ...shared };
  const attacks = attack === undefined ? attackNames : chooseAttacks(attackNames, attack);
  return [{ name: 'quiet', signedOutShare: 0, ...shared }, third, ...underAttack(third, attacks)];
};

/**
 * A morning on which all students sign in through a provider, one on which they do so for the first time, and the former
 * under each attack.
 */
const providerPlans = (shared: Shared, attack: string | undefined): Plan[] => {
  const known: Plan = { name: 'all sign in', signedOutShare: 1, ...shared };
  const attacks =
    attack === undefined
      ? providerAttackNames
      : chooseAttacks([...providerAttackNames, ...attackNames], attack);
  return [known, { ...known, name: 'all are new', areNew: true }, ...underAttack(known, attacks)];
};

const runPlans = async (
  system: System,
  campus: Campus,
  plans: Plan[],
  { log }: Pick<Conditions, 'log'>,
): Promise<Findings> => {
  const count = campus.students.length;
  const mornings: Morning[] = [];
  for (const plan of plans) {
    const morning = await runMorning(system, campus, plan);
    const times = morning.attendances.map(({ ms }) => ms);
    const marked = count - morning.unanswered;
    log(`${plan.name}: ${marked} of ${count} marked, p99 ${formatMs(percentile(times, 0.99))} ms`);
    mornings.push(morning);
  }
  return describeMornings(mornings, count);
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
    const plans = passwordPlans(shared, attack);
    const system = await startTestSystem({ root: shared.root });
    let campus: Campus | undefined;
    try {
      campus = await fillCampus(system, { students: count, courses: 1 }, log);
      await runMorning(system, campus, { name: 'warm-up', signedOutShare: 0, ...shared });
      return await runPlans(system, campus, plans, { log });
    } finally {
      await campus?.close();
      await system.stop();
      await release?.remove();
    }
  },
};

export const singleSignOn: Bench = {
  name: 'single-sign-on',
  about:
    'does everybody who scans signed out get in through an identity provider and marked at 9:00, behind one address?',
  run: async ({ short, students, attack, log }) => {
    const size = short ? SHORT : FULL;
    const count = students ?? size.students;
    const system = await startTestSystem();
    const provider = await startProvider(system);
    let campus: Campus | undefined;
    try {
      campus = await fillCampus(system, { students: count, newStudents: count, courses: 1 }, log);
      await linkStudents(system, provider, campus.students);
      const shared = { windowMs: size.windowMs, root: undefined, provider };
      await runMorning(system, campus, { name: 'warm-up', signedOutShare: 1, ...shared });
      return await runPlans(system, campus, providerPlans(shared, attack), { log });
    } finally {
      await campus?.close();
      await provider.process.stop();
      await system.stop();
    }
  },
};
