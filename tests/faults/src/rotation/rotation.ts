import { setTimeout as pause } from 'node:timers/promises';
import { markByPhone, scanPatiently, type Outcome } from '../campus/phone.ts';
import { renewTokens, type Campus, type PlannedMark } from '../campus/set-up.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import type { Fault } from '../faults/fault.ts';
import { addDatabaseUser, removeDatabaseUser } from './database-users.ts';
import { findStillAccepted, setRemainingPins } from './retired.ts';
import { rotationPlan, takeStep, wavesOf, type Step } from './steps.ts';

const UNTIL_SEEN_MS = 2_000;
const BETWEEN_PHONES_MS = 100;
/** Number of marks that were scanned before each restart. */
const SCANNED_BEFORE = 3;
const DATABASE_USERS = ['rotated_a', 'rotated_b'];

const createShares = (waiting: PlannedMark[], restarts: number) => {
  const size = Math.floor(waiting.length / restarts);
  let taken = 0;
  return (): PlannedMark[] => waiting.slice(taken, (taken += size));
};

const restartUnderLoad = async (
  cluster: Cluster,
  wave: string[],
  marks: PlannedMark[],
): Promise<Outcome[]> => {
  const before = marks.slice(0, SCANNED_BEFORE);
  const tickets = await Promise.all(before.map((mark) => scanPatiently(cluster.url, mark)));
  const phones: Promise<Outcome>[] = [];
  const stream = async () => {
    for (const mark of marks.slice(before.length)) {
      phones.push(markByPhone(cluster.url, mark));
      await pause(BETWEEN_PHONES_MS);
    }
  };
  await Promise.all([stream(), ...wave.map((name) => cluster.replace(name))]);
  await pause(UNTIL_SEEN_MS);
  const later = before.map((mark, index) => markByPhone(cluster.url, mark, tickets[index]));
  return Promise.all([...phones, ...later]);
};

/** Waits until the condition of docs/operations/secrets.md for retiring a previous secret is met. */
const awaitDisuse = async (cluster: Cluster, campus: Campus, { name, step }: Step): Promise<string[]> => {
  if (step !== 'retire') return [];
  if (name === 'accessToken') renewTokens(cluster.secrets, campus);
  if (name !== 'pinPepper') return [];
  const renewed = await setRemainingPins(cluster, campus);
  return renewed > 0 ? [] : ['no PIN came under the next pepper by being used'];
};

/**
 * Rotates every secret of the product in turn, as the operations guide describes, while students mark with
 * PINs: keys of access tokens, tickets and receipts, the internal token, the pepper, the gateway's cookie
 * secret, and the PostgreSQL users of the services. Nobody may be rejected, and no retired secret may be
 * accepted.
 */
export const rotation: Fault = {
  name: 'rotation of every secret',
  alone: 'this release',
  pins: true,
  waitingShare: 1,
  strike: async (cluster, { campus, waiting }) => {
    const before = cluster.secrets;
    const tokenBefore = campus.students[0]?.token ?? '';
    const kinds = ['auth', 'attendance', ...(cluster.bus.name === 'postgres' ? ['course', 'session'] : [])];
    const restarts =
      rotationPlan.flatMap((step) => wavesOf(cluster, step.restarts)).length +
      DATABASE_USERS.length * wavesOf(cluster, kinds).length;
    const nextShare = createShares(waiting, restarts);
    const outcomes: Outcome[] = [];
    const wrong: string[] = [];
    const restart = async (restarted: readonly string[], why: string) => {
      for (const wave of wavesOf(cluster, restarted)) {
        const answers = await restartUnderLoad(cluster, wave, nextShare());
        outcomes.push(...answers);
        for (const { result, code = '' } of answers)
          if (result !== 'acknowledged') wrong.push(`${why}, ${wave.join(' and ')}: ${result} ${code}`);
      }
    };
    for (const step of rotationPlan) {
      wrong.push(...(await awaitDisuse(cluster, campus, step)));
      takeStep(cluster, step);
      await restart(step.restarts, `${step.name}: ${step.step}`);
    }
    for (const [index, user] of DATABASE_USERS.entries()) {
      await addDatabaseUser(cluster, user);
      await restart(kinds, `database user ${user}`);
      const earlier = DATABASE_USERS[index - 1];
      const left = earlier === undefined ? 0 : await removeDatabaseUser(cluster, earlier);
      if (left > 0) wrong.push(`${left} connections of the earlier database user are still open`);
    }
    wrong.push(...(await findStillAccepted(cluster, before, tokenBefore)));
    return { outcomes, check: async () => wrong };
  },
};
