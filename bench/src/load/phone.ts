import { setTimeout as pause } from 'node:timers/promises';
import { makeCookieJar } from '@qr-attendance/test-kit';
import type { Dispatcher } from 'undici';
import type { Student } from '../world/people.ts';
import { markRequest, type PreparedRequest } from './mark-request.ts';
import { openConnection, send, type Answer } from './send.ts';

/** How long a phone goes on trying, and the least it waits before it tries again. */
const PATIENCE_MS = 60_000;
const LEAST_PAUSE_MS = 1_000;

/** How a student fared who came, scanned and marked. */
export interface Visit {
  studentId: string;
  /** Last answers to the two steps; 0 is none. The second is undefined where the first failed. */
  verifyStatus: number;
  markStatus?: number;
  /** How often the phone was told to come back, or got no answer. */
  comeBacks: number;
  /** Of the mark that was acknowledged. */
  markId?: string;
  /** Until the last answer, from the moment the student came: a driver that is late counts against the figure. */
  verifyMs: number;
  markMs?: number;
  /** When the mark was answered, `performance.now()`. */
  answeredAt?: number;
}

const mayPass = ({ status }: Answer): boolean => status === 0 || status === 429 || status === 503;

/** Sends a request again, as the web app does, while the system says that it is overloaded or says nothing. */
const sendPatiently = async (
  connection: Dispatcher,
  request: PreparedRequest,
): Promise<{ answer: Answer; comeBacks: number }> => {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let comeBacks = 0; ; comeBacks++) {
    const answer = await send(connection, request);
    if (!mayPass(answer) || performance.now() > giveUpAt) return { answer, comeBacks };
    await pause(Math.max(LEAST_PAUSE_MS, Number(answer.retryAfter ?? 0) * 1_000) * (1 + Math.random()));
  }
};

/** What a phone sends: a scan, and the mark for which the scan gives it a ticket. */
export interface Phone {
  studentId: string;
  scan: PreparedRequest;
  markWith: (ticket: string) => PreparedRequest;
}

/** A student's phone in front of a code; it has signed the scan already. */
export const phoneOf = (student: Student, code: string): Phone => ({
  studentId: student.id,
  scan: {
    method: 'GET',
    path: `/api/sessions/verify/${code}`,
    headers: { authorization: `Bearer ${student.token}`, ...student.device.scanHeaders(code) },
  },
  markWith: (ticket) => markRequest(student, ticket),
});

/** A phone on a connection of its own scans the code, marks, and goes. */
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
  // As a browser does: the gateway knows it again.
  const cookies = makeCookieJar();
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
