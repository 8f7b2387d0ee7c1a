import { PASSWORD, PIN } from '@qr-attendance/test-kit';
import { isBusy, openBrowser, type AnswerAfterRetries } from '../load/browser.ts';
import { markRequest, scanRequest } from '../load/phone.ts';
import { bearer, post, type Answer, type PreparedRequest } from '../load/send.ts';
import type { Lesson } from '../world/fill-campus.ts';
import type { Arrival } from './hall.ts';
import type { HallProvider } from './start-provider.ts';
import { signInAtProvider } from './visit-provider.ts';

const RENEWAL_TIMEOUT_MS = 10_000;

export interface Attendance {
  studentId: string;
  signedIn: boolean;
  outcome: 'marked' | 'signed out' | 'refused' | 'no answer';
  reason?: string;
  ms: number;
  busy: number;
  queued: number;
  /** How long each step took, with its retries. */
  steps: Map<string, number>;
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

/** The callback and the start of a sign-in report failures in the fragment of the sign-in page's address. */
const problemOf = ({ location = '' }: Answer): string | undefined =>
  /#(?:.*&)?error=(\w+)/.exec(location)?.[1];

export interface Way {
  /** Signed-out students sign in here instead of with a password. */
  provider?: HallProvider | undefined;
  /** The students have no PIN and no device yet, and set them up before they mark. */
  areNew?: boolean | undefined;
}

/**
 * The phone's camera opens the code's URL: the page renews the access token (or the student signs in), scans
 * and marks.
 */
export const attendLesson = async (
  url: string,
  { student, refresh }: Arrival,
  { code }: Lesson,
  { provider, areNew = false }: Way,
  dueAt: number,
): Promise<Attendance> => {
  const browser = openBrowser(url);
  let [busy, queued] = [0, 0];
  const steps = new Map<string, number>();
  const timed = async <Result>(name: string, work: Promise<Result>): Promise<Result> => {
    const began = performance.now();
    try {
      return await work;
    } finally {
      steps.set(name, performance.now() - began);
    }
  };
  const step = async (name: string, wanted: number, request: PreparedRequest, timeoutMs?: number) => {
    const reply = await timed(name, browser.ask(request, timeoutMs));
    busy += reply.busy;
    queued += reply.queued;
    const { answer } = reply;
    if (answer.status === wanted) return answer;
    const reason = `${name}: ${codeOf(answer)}`;
    if (isBusy(answer)) throw new AttendanceFailure('no answer', reason);
    const isSignedOut = name === 'renewal' && (answer.status === 401 || answer.status === 403);
    throw new AttendanceFailure(isSignedOut ? 'signed out' : 'refused', reason);
  };

  /** Follows a redirect, which a browser does not retry. */
  const redirect = async (name: string, visit: Promise<Answer>): Promise<string> => {
    const answer = await timed(name, visit);
    const problem = problemOf(answer);
    if (answer.status === 303 && answer.location !== undefined && problem === undefined)
      return answer.location;
    throw new AttendanceFailure(
      isBusy(answer) ? 'no answer' : 'refused',
      `${name}: ${problem ?? codeOf(answer)}`,
    );
  };
  const page = (name: string, path: string) =>
    step(name, 200, { method: 'GET', path, headers: { accept: 'text/html' } });

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
  const signIn = async (): Promise<string> =>
    read(
      await step('sign-in', 200, post('/api/auth/login', { email: student.email, password: PASSWORD })),
      'token',
    );
  const signInThrough = async (at: HallProvider): Promise<string> => {
    const get = (path: string, headers: Record<string, string> = {}): PreparedRequest => ({
      method: 'GET',
      path,
      headers,
    });
    await step('providers', 200, get('/api/auth/providers'));
    const returnTo = encodeURIComponent(`/attendance/${code}`);
    const address = await redirect(
      'start',
      browser.navigate(get(`/api/auth/oidc/${at.id}/start?returnTo=${returnTo}`)),
    );
    const callback = new URL(await redirect('provider', signInAtProvider(at, address, student.id)));
    await redirect('callback', browser.navigate(get(callback.pathname + callback.search)));
    await page('return', '/signed-in');
    const token = read(
      await step('renewal', 200, { method: 'POST', path: '/api/auth/refresh', headers: {} }),
      'token',
    );
    await step('profile', 200, get('/api/auth/me', bearer(token)));
    return token;
  };
  const setUp = async (token: string): Promise<void> => {
    const { deviceId, publicKey } = student.device;
    const device = { deviceId, deviceName: 'Phone', publicKey };
    await step('device', 200, post('/api/auth/register-device', device, bearer(token)));
    await step('pin', 200, post('/api/auth/set-pin', { pin: PIN }, bearer(token)));
  };
  /** The scan is saved before the sign-in, so the code may change during the sign-in. */
  const scanAndSignIn = async (): Promise<{ token: string; ticket: string }> => {
    const { device } = student;
    const deviceKey = device.publicKey;
    const scanned = JSON.stringify({ code, deviceKey });
    const scan = read(
      await step('scan', 201, post('/api/sessions/scans', scanned, device.headersFor(scanned))),
      'scan',
    );
    const token = await (provider ? signInThrough(provider) : signIn());
    const body = JSON.stringify({ scan, deviceKey });
    const headers = { ...bearer(token), ...device.headersFor(body) };
    const redeemed = await step('redeem', 200, post('/api/sessions/scans/redeem', body, headers));
    if (areNew) await setUp(token);
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
    steps,
  });
  try {
    await page('page', `/attendance/${code}`);
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
