import { setTimeout as pause } from 'node:timers/promises';
import { signedMark, type Answer } from '@qr-attendance/test-kit';
import { exchange, openCampus } from './call.ts';
import type { PlannedMark } from './set-up.ts';

const TIMEOUT_MS = 120_000;
const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 3_000;

export interface Outcome extends PlannedMark {
  result: 'acknowledged' | 'refused' | 'unanswered';
  code?: string;
  answeredAt: number;
  waitedMs: number;
}

type Exchange = Answer<unknown>;

const signedScan = ({ student: { token, device }, session: { code } }: PlannedMark) =>
  [`/api/sessions/verify/${code}`, { token, headers: device.scanHeaders(code) }] as const;

const isTransient = (status: number): boolean => status === 0 || status === 429 || status >= 500;

export const scanByPhone = async (url: string, planned: PlannedMark): Promise<string> => {
  const { ticket } = await openCampus(url).scanSigned(planned.student, planned.session.code);
  return ticket;
};

/** @returns undefined without a final answer in time */
const sendUntil = async (
  until: number,
  send: () => Promise<Exchange>,
  mayChange: (status: number) => boolean = isTransient,
): Promise<Exchange | undefined> => {
  for (let tries = 0; Date.now() < until; tries++) {
    const answer = await send();
    if (!mayChange(answer.status)) return answer;
    const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** tries);
    const retryAfterMs = Number(answer.headers.get('retry-after') ?? 0) * 1_000;
    await pause(Math.max(retryAfterMs, longest / 2 + (Math.random() * longest) / 2));
  }
  return undefined;
};

const scanUntil = (until: number, url: string, planned: PlannedMark): Promise<Exchange | undefined> =>
  sendUntil(
    until,
    () => exchange(url, 'GET', ...signedScan(planned)),
    // 404 means that the code has changed.
    (status) => isTransient(status) || status === 404,
  );
const ticketOf = ({ status, body }: Exchange): string | undefined =>
  status === 200 ? (body as { ticket: string }).ticket : undefined;

export const scanPatiently = async (url: string, planned: PlannedMark): Promise<string | undefined> => {
  const answer = await scanUntil(Date.now() + TIMEOUT_MS, url, planned);
  return answer && ticketOf(answer);
};

/** Repeats until there is an answer, like a phone on poor Wi-Fi. @param scanned ticket of an earlier scan */
export const markByPhone = async (url: string, planned: PlannedMark, scanned?: string): Promise<Outcome> => {
  const began = Date.now();
  const until = began + TIMEOUT_MS;
  const outcome = (result: Outcome['result'], answer?: Exchange): Outcome => {
    const { code } = (answer?.body ?? {}) as { code?: string };
    const now = Date.now();
    return { ...planned, result, ...(code ? { code } : {}), answeredAt: now, waitedMs: now - began };
  };
  let ticket = scanned;
  if (ticket === undefined) {
    const scan = await scanUntil(until, url, planned);
    if (!scan) return outcome('unanswered');
    ticket = ticketOf(scan);
    if (ticket === undefined) return outcome('refused', scan);
  }
  const heldTicket = ticket;
  const madeAt = new Date(began).toISOString();
  const answer = await sendUntil(until, () =>
    exchange(
      url,
      'POST',
      '/api/attendance',
      signedMark(planned.student, { ticket: heldTicket, madeAt, pin: planned.student.pin }),
    ),
  );
  if (!answer) return outcome('unanswered');
  return answer.status === 201 ? outcome('acknowledged') : outcome('refused', answer);
};
