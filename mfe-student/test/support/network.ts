import type { ErrorBody } from '@qr-attendance/contracts';

/** What the server answers to one call. */
export interface Answer {
  status: number;
  body: unknown;
}
export const answer = (body: unknown, status = 200): Answer => ({ status, body });
export const refusal = (status: number, error: string, fields?: Record<string, string>): Answer => ({
  status,
  body: {
    error,
    code: 'refused',
    requestId: 'r-1',
    ...(fields && { details: { fields } }),
  } satisfies ErrorBody,
});

export interface Sent {
  call: string;
  query: Record<string, string>;
  body: unknown;
}

/**
 * Stands in for the network, below the real API client; keeps what was sent. Calls are named `POST /api/attendance`,
 * without their query; the last answer to a call is given again and again.
 */
export const makeNetwork = (answers: Record<string, Answer[]>) => {
  const sent: Sent[] = [];
  const fetch = async (path: string, { method, body }: { method: string; body?: string }) => {
    const { pathname, searchParams } = new URL(path, 'https://campus.example');
    const call = `${method} ${pathname}`;
    sent.push({ call, query: Object.fromEntries(searchParams), body: body && JSON.parse(body) });
    const left = answers[call] ?? [];
    const next = left.length > 1 ? left.shift() : left[0];
    if (!next) throw new TypeError(`no network for ${call}`);
    return {
      ok: next.status < 400,
      status: next.status,
      headers: { get: () => null },
      json: async () => next.body,
      blob: async () => new Blob([String(next.body)]),
    };
  };
  return { sent, fetch: fetch as unknown as typeof globalThis.fetch };
};
