import { setTimeout as pause } from 'node:timers/promises';
import { exchange, mustSucceed } from './call.ts';
import type { PlannedMark, Student } from './set-up.ts';

/** How long a phone goes on trying. */
const PATIENCE_MS = 120_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;

export interface Outcome extends PlannedMark {
  result: 'acknowledged' | 'refused' | 'unanswered';
  /** Error code of a refusal. */
  code?: string;
  /** When the answer came, in ms since the epoch. */
  answeredAt: number;
  waitedMs: number;
}

/** A mark as the student's own browser sends it. */
const signedMark = ({ token, device, pin }: Student, ticket: string, began: number) => {
  const { deviceId, publicKey: deviceKey } = device;
  const body = JSON.stringify({ ticket, madeAt: new Date(began).toISOString(), deviceId, deviceKey, pin });
  return { token, body, headers: device.headersFor(body) };
};

const signedScan = ({ student: { token, device }, session: { code } }: PlannedMark) =>
  [`/api/sessions/verify/${code}`, { token, headers: device.scanHeaders(code) }] as const;

const mayPass = (status: number): boolean => status === 0 || status === 429 || status >= 500;

/** Scans a code while nothing is broken. @returns the ticket */
export const scanByPhone = async (url: string, planned: PlannedMark): Promise<string> => {
  const { ticket } = await mustSucceed<{ ticket: string }>(url, 'GET', ...signedScan(planned));
  return ticket;
};

const backOff = async (tries: number, retryAfterMs: number): Promise<void> => {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
  await pause(Math.max(retryAfterMs, longest / 2 + (Math.random() * longest) / 2));
};

/** Scans while processes come and go. @returns the ticket; undefined where the scan is refused, or nobody answers */
export const scanPatiently = async (url: string, planned: PlannedMark): Promise<string | undefined> => {
  const began = Date.now();
  for (let tries = 0; Date.now() - began < PATIENCE_MS; tries++) {
    const { status, body, retryAfterMs } = await exchange(url, 'GET', ...signedScan(planned));
    if (status === 200) return (body as { ticket: string }).ticket;
    // 404: the code on the screen has changed meanwhile.
    if (!mayPass(status) && status !== 404) return undefined;
    await backOff(tries, retryAfterMs);
  }
  return undefined;
};

/**
 * Scans and marks as a phone on poor Wi-Fi does: it repeats itself until somebody answers.
 * @param scanned ticket of a scan that was made before
 */
export const markByPhone = async (url: string, planned: PlannedMark, scanned?: string): Promise<Outcome> => {
  const { student } = planned;
  const began = Date.now();
  const outcome = (result: Outcome['result'], code?: string): Outcome => ({
    ...planned,
    result,
    ...(code ? { code } : {}),
    answeredAt: Date.now(),
    waitedMs: Date.now() - began,
  });
  let ticket = scanned;
  for (let tries = 0; Date.now() - began < PATIENCE_MS; tries++) {
    const { status, body, retryAfterMs } = ticket
      ? await exchange(url, 'POST', '/api/attendance', signedMark(student, ticket, began))
      : await exchange(url, 'GET', ...signedScan(planned));
    if (status === 200 && !ticket) {
      ticket = (body as { ticket: string }).ticket;
      continue;
    }
    if (status === 201) return outcome('acknowledged');
    const code = (body as { code?: string } | undefined)?.code;
    // The code on the screen has changed meanwhile: the phone scans once more.
    const scansAgain = !ticket && status === 404;
    if (!mayPass(status) && !scansAgain) return outcome('refused', code);
    await backOff(tries, retryAfterMs);
  }
  return outcome('unanswered');
};
