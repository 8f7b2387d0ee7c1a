import pRetry, { AbortError } from 'p-retry';

export interface Exchange {
  status: number;
  body: unknown;
  retryAfterMs: number;
}

const TIMEOUT_MS = 20_000;

/** Text is sent unchanged because it has been signed. */
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Calls the gateway like a client. Never throws, because failures of the system are what is tested. */
export const exchange = async (
  baseUrl: string,
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Exchange> => {
  try {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: textOf(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
      retryAfterMs: Number(response.headers.get('retry-after') ?? 0) * 1_000,
    };
  } catch {
    return { status: 0, body: undefined, retryAfterMs: 0 };
  }
};

/** Statuses of a busy system that did nothing. The app repeats such requests, and so does this client. */
const NOT_DONE = [429, 503];

export const mustSucceed = <Answer>(...asked: Parameters<typeof exchange>): Promise<Answer> =>
  pRetry(
    async () => {
      const { status, body } = await exchange(...asked);
      if (status >= 200 && status <= 299) return body as Answer;
      const refusal = new Error(`${asked[1]} ${asked[2]}: ${status} ${JSON.stringify(body)}`);
      throw NOT_DONE.includes(status) ? refusal : new AbortError(refusal);
    },
    { retries: 5 },
  );
