import { setTimeout as pause } from 'node:timers/promises';
import type { SessionPolicyChoice } from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import { PIN, type Lesson, type Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { formatPresence, type LevelResult } from './table.ts';

const LEVELS: Record<string, SessionPolicyChoice> = {
  'nothing required': {},
  'signed scans only': { allowUnsigned: false },
  'device and PIN, signed': { allowUnsigned: false, requireDevice: true, requirePin: true },
};
const INTERVAL_SECONDS = 30;
/** Seconds after the photo, close to the expected expiry of the code. */
const SCANS = [1, 20, 29, 31, 33, 34, 35, 36, 37, 40, 60];
/** Seconds after the scan, close to the expected expiry of the ticket and of late delivery. */
const MARKS = [1, 60, 115, 118, 119, 121, 122, 125, 300, 600, 710, 716, 718, 721, 724];
const REDEEMS = [1, 120, 175, 178, 179, 181, 182, 185];

interface TimedAttempt {
  after: number;
  accepted: boolean;
  flags?: string[];
}
const lastOf = (tries: TimedAttempt[]): number =>
  Math.max(0, ...tries.filter((one) => one.accepted).map(({ after }) => after));

const tryAt = <Item>(
  since: number,
  moments: number[],
  items: Item[],
  attempt: (item: Item) => Promise<Omit<TimedAttempt, 'after'>>,
): Promise<TimedAttempt[]> =>
  Promise.all(
    items.map(async (item, place) => {
      const moment = since + (moments[place] ?? 0) * 1_000;
      await pause(Math.max(0, moment - Date.now()));
      const after = Math.floor((Date.now() - since) / 1_000);
      return { after, ...(await attempt(item)) };
    }),
  );

const measureLevel = async (
  target: Target,
  students: Student[],
  running: Lesson,
): Promise<Omit<LevelResult, 'level'>> => {
  const { call, mark, scanSigned, scanBeforeSignIn, verify, flagsIn } = target;
  const code = running.session.qrCode;
  const photo = Date.parse(running.session.codeExpiresAt ?? '') - INTERVAL_SECONDS * 1_000;
  const left = [...students];
  const next = (count: number): Student[] => left.splice(0, count);
  const markWith = async (student: Student, ticket: string, madeAt: string) => {
    const { status } = await mark(student, ticket, { pin: PIN, madeAt });
    const accepted = status === 201;
    return { accepted, flags: accepted ? ((await flagsIn(running)).get(student.id) ?? []) : [] };
  };

  const scans = await Promise.all(
    next(MARKS.length).map(async (student) => ({ student, ticket: await scanSigned(student, running) })),
  );
  const scannedAt = new Date().toISOString();
  const kept = await Promise.all(
    next(REDEEMS.length).map(async ({ token }) => {
      const device = createDevice();
      return { token, device, scan: await scanBeforeSignIn(device, code) };
    }),
  );
  const keptAt = Date.now();
  const [friend, unsigned] = next(2);
  if (!friend || !unsigned) throw new Error('more students are needed');
  const handedOn = await markWith(friend, await scanSigned(friend, running, createDevice()), scannedAt);
  const { status, body } = await verify(unsigned, code);
  const withoutSignature =
    status === 200 ? await markWith(unsigned, body.ticket, scannedAt) : { accepted: false, flags: [] };

  const [byScan, byMark, byRedeem] = await Promise.all([
    tryAt(photo, SCANS, next(SCANS.length), async ({ token, device }) => {
      const headers = device.scanHeaders(code);
      const { status: answered } = await call('GET', `/api/sessions/verify/${code}`, { token, headers });
      return { accepted: answered === 200 };
    }),
    // The script has the key and claims that the mark was made right after the scan.
    tryAt(Date.parse(scannedAt), MARKS, scans, ({ student, ticket }) => markWith(student, ticket, scannedAt)),
    tryAt(keptAt, REDEEMS, kept, async ({ token, device, scan }) => {
      const text = JSON.stringify({ scan, deviceKey: device.publicKey });
      const request = { token, body: text, headers: device.headersFor(text) };
      const { status: answered } = await call('POST', '/api/sessions/scans/redeem', request);
      return { accepted: answered === 200 };
    }),
  ]);
  const inTime = byMark.filter(({ flags = [] }) => !flags.includes('delivered_late'));
  return {
    scan: lastOf(byScan),
    redeem: lastOf(byRedeem),
    mark: lastOf(inTime),
    lateMark: lastOf(byMark),
    handedOn: handedOn.accepted ? handedOn.flags : undefined,
    unsigned: withoutSignature.accepted ? withoutSignature.flags : undefined,
  };
};

/**
 * Measures for 13 minutes, mostly waiting, because the product's own clock decides.
 * @returns a Markdown table
 */
export const measureTimes = async (target: Target): Promise<string> => {
  const needed = MARKS.length + SCANS.length + REDEEMS.length + 2;
  const students: Student[] = [];
  for (let count = 0; count < needed; count += 1) students.push(await target.student());
  const results = await Promise.all(
    Object.entries(LEVELS).map(async ([level, policy]) => {
      const running = await target.lesson({ policy, refreshInterval: INTERVAL_SECONDS });
      await Promise.all(students.map((student) => target.enroll(student, running)));
      const shown = { ...running.session, ...(await target.showNextCode(running)) };
      return { level, ...(await measureLevel(target, students, { ...running, session: shown })) };
    }),
  );
  return formatPresence(results);
};
