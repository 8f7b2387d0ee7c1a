import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createCookieJar, PASSWORD } from '@qr-attendance/test-kit';

/** A person who signed in with the previous release and must stay signed in. */
export interface SignedInPerson {
  renewals: () => number;
  /** Renews once more and ends. @returns the error; undefined if the person is still signed in */
  stop: () => Promise<string | undefined>;
}

const EVERY_MS = 2_000;
const BUSY_DELAY_MS = 500;
const TIMEOUT_MS = 10_000;
const LAST_ATTEMPTS = 60;

/** Registers, which signs in, and then renews tokens like the page: only 401 and 403 end the sign-in. */
export const staySignedIn = async (url: string): Promise<SignedInPerson> => {
  const jar = createCookieJar();
  const post = async (path: string, body?: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'x-requested-with': 'qr-attendance',
        'content-type': 'application/json',
        ...jar.headerFor(path),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    jar.take(response.headers.getSetCookie());
    return { status: response.status, text: await response.text() };
  };
  const registered = await post('/api/auth/register', {
    userType: 'STUDENT',
    name: 'Rolled Over',
    usn: 'U1',
    regNo: 'R1',
    semester: 3,
    email: `${randomUUID()}@campus.example`,
    password: PASSWORD,
    department: 'Electronics',
  });
  if (registered.status !== 201) throw new Error(`registering: ${registered.status} ${registered.text}`);

  const stopping = new AbortController();
  let renewals = 0;
  let signedOut: string | undefined;
  const renew = async (): Promise<boolean> => {
    const answer = await post('/api/auth/refresh').catch(() => undefined);
    if (answer?.status === 401 || answer?.status === 403)
      signedOut = `signed out after ${renewals} renewals: ${answer.status} ${answer.text}`;
    if (answer?.status === 200) renewals += 1;
    return answer?.status === 200 || signedOut !== undefined;
  };
  const staying = (async () => {
    while (!stopping.signal.aborted && signedOut === undefined) {
      const settled = await renew();
      const wait = (settled ? EVERY_MS : BUSY_DELAY_MS) * (0.5 + Math.random());
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    for (let attempt = 0; signedOut === undefined; attempt++) {
      if (await renew()) break;
      if (attempt === LAST_ATTEMPTS) return 'a renewal was never answered';
      await pause(BUSY_DELAY_MS);
    }
    return signedOut;
  })();
  return {
    renewals: () => renewals,
    stop: () => {
      stopping.abort();
      return staying;
    },
  };
};
