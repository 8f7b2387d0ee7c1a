import pRetry, { AbortError } from 'p-retry';

/** One exchange with the system; `status` 0 when no answer came. */
export interface Exchange {
  status: number;
  body: unknown;
  retryAfterMs: number;
}

const TIMEOUT_MS = 20_000;

/** A text is sent as it is: somebody has signed it. */
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Calls the gateway as a client would. Never throws: that the system is away is what is being watched. */
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

/** What a busy system answers when it has done nothing: asked again, as the app does. */
const NOT_DONE = [429, 503];

/** Like `exchange`, for setting things up while nothing is broken. @throws Error unless it succeeds */
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
