import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '@qr-attendance/stack';
import { accountFor, type Account } from '../load/account.ts';
import { arrivalTimes, runOpenLoop } from '../load/arrivals.ts';
import { withCpuShares } from '../measure/processes.ts';
import type { Campus } from '../world/fill-campus.ts';
import { openGateway } from '../world/open-gateway.ts';
import type { Lesson } from '../world/lessons.ts';
import { attend, type Attendance } from './attend.ts';
import type { AttackName } from './attacks.ts';
import { signInYesterday } from './hall.ts';
import { leaveCookies } from './leave-cookies.ts';
import { startAttacker } from './start-attacker.ts';

export interface Plan {
  name: string;
  /** The share of students who must sign in with their password. */
  signedOutShare: number;
  attack?: AttackName;
  windowMs: number;
  root: string | undefined;
}

export interface Morning extends Account {
  plan: Plan;
  attendances: Attendance[];
  tookMs: number;
  shares: Map<string, number>;
  attacker: Map<number, number>;
}

const AHEAD_MS = 3_000;

export const spendMorning = async (system: System, campus: Campus, plan: Plan): Promise<Morning> => {
  const gateway = await openGateway(system, plan.root);
  const { url } = gateway;
  const [lesson] = (await campus.openSessions()) as [Lesson];
  const arrivals = await signInYesterday(system, campus.students, plan.signedOutShare);
  const { sessionId, teacher, code } = lesson;
  const leftOver =
    plan.attack === 'left-over-cookies' ? await leaveCookies(system, url, campus.students) : [];
  const target = { url, token: teacher.token, sessionId, code, leftOver };
  const attacker = plan.attack && startAttacker({ attack: plan.attack, target });
  if (attacker) await pause(AHEAD_MS);
  const began = performance.now();
  const { result: attendances, shares } = await withCpuShares(gateway, () =>
    runOpenLoop(arrivalTimes(arrivals.length, plan.windowMs), (index, dueAt) => {
      const arrival = arrivals[index];
      if (!arrival) throw new Error('more arrivals than students');
      return attend(url, arrival, lesson, dueAt);
    }),
  );
  const tookMs = performance.now() - began;
  const answered = (await attacker?.stop()) ?? new Map<number, number>();
  await gateway.stop();
  const marked = attendances.filter(({ outcome }) => outcome === 'marked');
  await campus.attendance.untilSettled();
  return {
    plan,
    attendances,
    tookMs,
    shares,
    attacker: answered,
    ...accountFor(
      campus.students.map(({ id }) => id),
      marked.map(({ studentId }) => studentId),
      await campus.attendance.markedIn(sessionId),
    ),
  };
};
