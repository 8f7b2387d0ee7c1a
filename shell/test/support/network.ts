export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}
export const answer = (body: unknown, status = 200): Answer => ({ status, body });
export const refusal = (status: number, error: string, details = {}, code = 'refused'): Answer => ({
  status,
  body: { error, code, requestId: 'r-1', details },
});

interface Request {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/**
 * Stands in for the network, below the real API client, and keeps what was sent. Calls are named `POST /api/auth/login`;
 * one without an answer fails as if the server were away. `hold` makes all answers wait until it is released.
 */
export const useNetwork = (answers: Record<string, Answer>) => {
  const sent: { call: string; body: unknown; headers: Record<string, string> }[] = [];
  let held: Promise<void> = Promise.resolve();
  const fetch = async (url: string, { method = 'GET', body, headers = {} }: Request) => {
    const call = `${method} ${url.replace(location.origin, '')}`;
    sent.push({ call, body: body === undefined ? undefined : JSON.parse(body), headers });
    await held;
    const found = answers[call];
    if (!found) throw new TypeError(`no network for ${call}`);
    const { status } = found;
    const response = {
      ok: status < 400,
      status,
      headers: new Headers(found.headers),
      json: async () => found.body,
      clone: () => response,
    };
    return response;
  };
  globalThis.fetch = fetch as unknown as typeof globalThis.fetch;
  return {
    sent,
    /** The bodies sent to one call. */
    bodiesOf: (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body),
    answers,
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
};
