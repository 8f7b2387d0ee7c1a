import { call, createCampusClient, type Answer, type CallRequest } from '@qr-attendance/test-kit';
import pRetry from 'p-retry';

const TIMEOUT_MS = 20_000;

/**
 * Sends a request to the gateway like a client. Never throws, because failures of the system are under test.
 */
export const exchange = async (
  baseUrl: string,
  method: string,
  path: string,
  request: CallRequest = {},
): Promise<Answer<unknown>> => {
  try {
    return await call(baseUrl, method, path, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    return { status: 0, body: undefined, headers: new Headers() };
  }
};

/** Statuses after which a request had no effect. The app repeats such requests, and so does this client. */
const NOT_DONE = [429, 503];

export const sendPatiently = (...[baseUrl, method, path, request]: Parameters<typeof exchange>) =>
  pRetry(
    async () => {
      const answer = await exchange(baseUrl, method, path, request);
      if (NOT_DONE.includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status}`);
      return answer;
    },
    { retries: 5 },
  );

/** A client of a cluster that may run processes of the previous release. */
export const openCampus = (url: string) =>
  createCampusClient(url, { send: sendPatiently, isOtherRelease: true });
