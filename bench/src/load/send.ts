import { Client, Pool, type Dispatcher } from 'undici';

export interface PreparedRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}
export const JSON_HEADERS = { 'content-type': 'application/json' };
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const post = (path: string, body: unknown, headers: Record<string, string> = {}): PreparedRequest => ({
  method: 'POST',
  path,
  headers: { ...JSON_HEADERS, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const TIMEOUT_MS = 30_000;

export interface Answer {
  status: number;
  text: string;
  retryAfter: string | undefined;
  setCookies: string[];
  location: string | undefined;
  sentAt: number;
  answeredAt: number;
}

const settings = {
  pipelining: 1,
  keepAliveTimeout: 60_000,
  headersTimeout: TIMEOUT_MS,
  bodyTimeout: TIMEOUT_MS,
};
const byNumber = (url: string): string => url.replace('//localhost', '//127.0.0.1');

export const openConnection = (url: string): Client => new Client(byNumber(url), settings);

export const openPool = (url: string, connections: number): Pool =>
  new Pool(byNumber(url), { ...settings, connections });

/** Never rejects. */
export const send = (
  client: Dispatcher,
  { method, path, headers, body }: PreparedRequest,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> =>
  new Promise((resolve) => {
    const sentAt = performance.now();
    let status = 0;
    let retryAfter: string | undefined;
    let setCookies: string[] = [];
    let location: string | undefined;
    const chunks: Buffer[] = [];
    const finish = (answered: boolean) =>
      resolve({
        status: answered ? status : 0,
        text: Buffer.concat(chunks).toString(),
        retryAfter,
        setCookies,
        location,
        sentAt,
        answeredAt: performance.now(),
      });
    client.dispatch(
      { method, path, headers, body: body ?? null, headersTimeout: timeoutMs },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, code, answered) => {
          status = code;
          retryAfter = answered['retry-after']?.toString();
          setCookies = [answered['set-cookie'] ?? []].flat();
          location = answered['location']?.toString();
        },
        onResponseData: (_controller, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => finish(true),
        onResponseError: () => finish(false),
      },
    );
  });
