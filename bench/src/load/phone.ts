import { setTimeout as pause } from 'node:timers/promises';
import { createCookieJar } from '@qr-attendance/test-kit';
import type { Dispatcher } from 'undici';
import type { Student } from '../world/people.ts';
import { markRequest, type PreparedRequest } from './mark-request.ts';
import { openConnection, send, type Answer } from './send.ts';

/** A phone retries for this long, with at least this pause. */
const PATIENCE_MS = 60_000;
const MIN_PAUSE_MS = 1_000;

export interface Visit {
  studentId: string;
  /** The last status of each step; 0 is no answer. The second is undefined if the first failed. */
  verifyStatus: number;
  markStatus?: number;
  comeBacks: number;
  markId?: string;
  /** Until the last answer, from the scheduled arrival: delays of the driver count. */
  verifyMs: number;
  markMs?: number;
  answeredAt?: number;
}

const mayPass = ({ status }: Answer): boolean => status === 0 || status === 429 || status === 503;

const sendPatiently = async (
  connection: Dispatcher,
  request: PreparedRequest,
): Promise<{ answer: Answer; comeBacks: number }> => {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let comeBacks = 0; ; comeBacks++) {
    const answer = await send(connection, request);
    if (!mayPass(answer) || performance.now() > giveUpAt) return { answer, comeBacks };
    await pause(Math.max(MIN_PAUSE_MS, Number(answer.retryAfter ?? 0) * 1_000) * (1 + Math.random()));
  }
};

export interface Phone {
  studentId: string;
  scan: PreparedRequest;
  markWith: (ticket: string) => PreparedRequest;
}

export const phoneOf = (student: Student, code: string): Phone => ({
  studentId: student.id,
  scan: {
    method: 'GET',
    path: `/api/sessions/verify/${code}`,
    headers: { authorization: `Bearer ${student.token}`, ...student.device.scanHeaders(code) },
  },
  markWith: (ticket) => markRequest(student, ticket),
});

export const visit = async (
  url: string,
  { studentId, scan, markWith }: Phone,
  dueAt: number,
): Promise<Visit> => {
  const connection = openConnection(url);
  const { answer: verified, comeBacks } = await sendPatiently(connection, scan);
  const scanned = {
    studentId,
    verifyStatus: verified.status,
    comeBacks,
    verifyMs: verified.answeredAt - dueAt,
  };
  if (verified.status !== 200) {
    void connection.close();
    return scanned;
  }
  const { ticket } = JSON.parse(verified.text) as { ticket: string };
  // The gateway recognizes the browser by its cookies.
  const cookies = createCookieJar();
  cookies.take(verified.setCookies);
  const mark = markWith(ticket);
  const headers = { ...mark.headers, ...cookies.headerFor(mark.path) };
  const { answer: marked, comeBacks: more } = await sendPatiently(connection, { ...mark, headers });
  void connection.close();
  return {
    ...scanned,
    comeBacks: comeBacks + more,
    markStatus: marked.status,
    ...(marked.status === 201 ? { markId: (JSON.parse(marked.text) as { _id: string })._id } : {}),
    markMs: marked.answeredAt - verified.answeredAt,
    answeredAt: marked.answeredAt,
  };
};
