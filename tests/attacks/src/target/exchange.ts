import { setTimeout as pause } from 'node:timers/promises';
import { QUEUE_PLACE_HEADER, signInQueuedSchema } from '@qr-attendance/contracts';
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface Request {
  token?: string | undefined;
  /** A string is sent unchanged, because its signature covers the exact bytes. */
  body?: unknown;
  headers?: Record<string, string>;
}

export const exchange = async <Body = Record<string, unknown>>(
  baseUrl: string,
  method: string,
  path: string,
  { token, body, headers = {} }: Request = {},
): Promise<Answer<Body>> => {
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    body: (isJson ? JSON.parse(text) : { text }) as Body,
    headers: response.headers,
  };
};

/** Retries with the queue position if an earlier attack left a queue. */
export const exchangeInTurn = async <Body>(
  url: string,
  method: string,
  path: string,
  request: Request,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> => {
  const answer = await exchange<Body & { details?: unknown }>(url, method, path, { ...request, headers });
  const place = signInQueuedSchema.safeParse(answer.body.details);
  if (answer.status !== 503 || !place.success) return answer;
  await pause(place.data.waitSeconds * 1_000);
  return exchangeInTurn(url, method, path, request, { [QUEUE_PLACE_HEADER]: place.data.queuePlace });
};
