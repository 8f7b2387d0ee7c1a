import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '@qr-attendance/stack';
import { accountFor, type Account } from '../load/account.ts';
import { arrivalTimes, runOpenLoop } from '../load/arrivals.ts';
import { cpuPerUnit, type Cpu } from '../measure/cpu-table.ts';
import { withCpu } from '../measure/processes.ts';
import type { Campus, Lesson } from '../world/fill-campus.ts';
import { openGateway } from '../world/open-gateway.ts';
import { attendLesson, type Attendance, type Way } from './attend.ts';
import type { AttackName } from './attacks.ts';
import { collectCookies, signInDayBefore } from './hall.ts';
import { startAttacker } from './start-attacker.ts';

export interface Plan extends Way {
  name: string;
  signedOutShare: number;
  attack?: AttackName;
  windowMs: number;
  root: string | undefined;
}

export interface Morning extends Account {
  plan: Plan;
  attendances: Attendance[];
  tookMs: number;
  /** CPU use of each process, as a share of one core. */
  shares: Cpu;
  attacker: Map<number, number>;
}

const AHEAD_MS = 3_000;

export const runMorning = async (system: System, campus: Campus, plan: Plan): Promise<Morning> => {
  const gateway = await openGateway(system, { root: plan.root });
  const { url } = gateway;
  const [lesson] = (await campus.openSessions()) as [Lesson];
  const students = plan.areNew ? campus.newStudents : campus.students;
  const arrivals = await signInDayBefore(system, students, plan.signedOutShare);
  const { sessionId, teacher, code } = lesson;
  const leftOver =
    plan.attack === 'left-over-cookies' ? await collectCookies(system, url, campus.students) : [];
  const target = { url, token: teacher.token, sessionId, code, leftOver, provider: plan.provider?.id };
  const processes = {
    ...gateway.processes,
    ...(plan.provider && { 'identity provider': plan.provider.process }),
  };
  const attacker = plan.attack && startAttacker({ attack: plan.attack, target });
  if (attacker) await pause(AHEAD_MS);
  const {
    result: attendances,
    cpu,
    ms: tookMs,
  } = await withCpu({ processes }, () =>
    runOpenLoop(arrivals, arrivalTimes(arrivals.length, plan.windowMs), (arrival, dueAt) =>
      attendLesson(url, arrival, lesson, plan, dueAt),
    ),
  );
  const answered = (await attacker?.stop()) ?? new Map<number, number>();
  await gateway.stop();
  const marked = attendances.filter(({ outcome }) => outcome === 'marked');
  await campus.attendance.untilSettled();
  return {
    plan,
    attendances,
    tookMs,
    shares: cpuPerUnit(cpu, tookMs),
    attacker: answered,
    ...accountFor(
      students.map(({ id }) => id),
      marked.map(({ studentId }) => studentId),
      await campus.attendance.markedIn(sessionId),
    ),
  };
};
