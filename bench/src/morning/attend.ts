import { PASSWORD } from '@qr-attendance/test-kit';
import { isBusy, openBrowser, type AnswerAfterRetries } from '../load/browser.ts';
import { markRequest, scanRequest } from '../load/phone.ts';
import { bearer, post, type PreparedRequest } from '../load/send.ts';
import type { Lesson } from '../world/fill-campus.ts';
import type { Arrival } from './hall.ts';

const RENEWAL_TIMEOUT_MS = 10_000;

export interface Attendance {
  studentId: string;
  signedIn: boolean;
  outcome: 'marked' | 'signed out' | 'refused' | 'no answer';
  reason?: string;
  ms: number;
  busy: number;
  queued: number;
}

const read = ({ text }: AnswerAfterRetries['answer'], field: string): string =>
  (JSON.parse(text) as Record<string, string>)[field] ?? '';
const codeOf = ({ status, text }: AnswerAfterRetries['answer']): string => {
  const [, code = ''] = /"code":"(\w+)"/.exec(text) ?? [];
  return `${status} ${code}`.trim();
};

class AttendanceFailure extends Error {
  readonly outcome: Attendance['outcome'];
  constructor(outcome: Attendance['outcome'], reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}

/**
 * The phone's camera opens the code's URL: the page renews the access token (or the student signs in), scans
 * and marks.
 */
export const attendLesson = async (
  url: string,
  { student, refresh }: Arrival,
  { code }: Lesson,
  dueAt: number,
): Promise<Attendance> => {
  const browser = openBrowser(url);
  let [busy, queued] = [0, 0];
  const step = async (name: string, wanted: number, request: PreparedRequest, timeoutMs?: number) => {
    const reply = await browser.ask(request, timeoutMs);
    busy += reply.busy;
    queued += reply.queued;
    const { answer } = reply;
    if (answer.status === wanted) return answer;
    const reason = `${name}: ${codeOf(answer)}`;
    if (isBusy(answer)) throw new AttendanceFailure('no answer', reason);
    const isSignedOut = name === 'renewal' && (answer.status === 401 || answer.status === 403);
    throw new AttendanceFailure(isSignedOut ? 'signed out' : 'refused', reason);
  };

  const renewAndScan = async (): Promise<{ token: string; ticket: string }> => {
    const renewal = await step(
      'renewal',
      200,
      { method: 'POST', path: '/api/auth/refresh', headers: {} },
      RENEWAL_TIMEOUT_MS,
    );
    const token = read(renewal, 'token');
    const scan = scanRequest({ ...student, token }, code);
    return { token, ticket: read(await step('scan', 200, scan), 'ticket') };
  };
  /** The scan is saved before the sign-in, so the code may change during the sign-in. */
  const scanAndSignIn = async (): Promise<{ token: string; ticket: string }> => {
    const { device, email } = student;
    const deviceKey = device.publicKey;
    const scanned = JSON.stringify({ code, deviceKey });
    const scan = read(
      await step('scan', 201, post('/api/sessions/scans', scanned, device.headersFor(scanned))),
      'scan',
    );
    const credentials = { email, password: PASSWORD };
    const token = read(await step('sign-in', 200, post('/api/auth/login', credentials)), 'token');
    const body = JSON.stringify({ scan, deviceKey });
    const headers = { ...bearer(token), ...device.headersFor(body) };
    const redeemed = await step('redeem', 200, post('/api/sessions/scans/redeem', body, headers));
    return { token, ticket: read(redeemed, 'ticket') };
  };

  if (refresh) {
    browser.setCookie('qr_refresh', refresh.token, '/api/auth/refresh');
    browser.setCookie('qr_refresh_browser', refresh.browser, '/api/auth/refresh');
  }
  const account = (outcome: Attendance['outcome'], reason?: string): Attendance => ({
    studentId: student.id,
    signedIn: refresh === undefined,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ms: performance.now() - dueAt,
    busy,
    queued,
  });
  try {
    await step('page', 200, { method: 'GET', path: `/attendance/${code}`, headers: { accept: 'text/html' } });
    const { token, ticket } = await (refresh === undefined ? scanAndSignIn() : renewAndScan());
    await step('mark', 201, markRequest({ ...student, token }, ticket));
    return account('marked');
  } catch (error) {
    if (error instanceof AttendanceFailure) return account(error.outcome, error.message);
    throw error;
  } finally {
    browser.close();
  }
};
