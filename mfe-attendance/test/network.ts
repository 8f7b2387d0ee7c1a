import type { ErrorBody } from '@qr-attendance/contracts';

/** What the server answers to one call. */
export interface Answer {
  status: number;
  body: unknown;
}
export const answer = (body: unknown, status = 200): Answer => ({ status, body });
export const refusal = (status: number, code: string, error: string): Answer => ({
  status,
  body: { error, code, requestId: 'r-1' } satisfies ErrorBody,
});

/** No answer comes. */
export const lost: Answer = { status: 0, body: undefined };

/** Stands in for the network, below the real API client; keeps what was sent. Calls are named `POST /api/attendance`. */
export const makeNetwork = (answers: Record<string, Answer[]>) => {
  const sent: { call: string; text: string; body: unknown; headers: Record<string, string> }[] = [];
  const fetch = async (
    path: string,
    { method, body, headers }: { method: string; body?: string; headers: Record<string, string> },
  ) => {
    const call = `${method} ${path}`;
    sent.push({ call, headers, text: body ?? '', body: body === undefined ? undefined : JSON.parse(body) });
    const next = answers[call]?.shift();
    if (!next || next === lost) throw new TypeError(`no network for ${call}`);
    return {
      ok: next.status < 400,
      status: next.status,
      headers: { get: () => null },
      json: async () => next.body,
    };
  };
  return { sent, fetch: fetch as unknown as typeof globalThis.fetch };
};
