import {
  errorBodySchema,
  parseJson,
  type AnswerOf,
  type RequestPartsOf,
  type RouteContract,
} from '@qr-attendance/contracts';
import type { SendRequest } from './ask.ts';

export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  /** Undefined if a proxy answered. */
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type CallInput<R extends RouteContract> = RequestPartsOf<R> & { token?: string };
export type Call = <R extends RouteContract>(route: R, asked: CallInput<R>) => Promise<AnswerOf<R>>;

const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
const queryText = (query: Record<string, unknown> = {}): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  return text.size > 0 ? `?${text.toString()}` : '';
};

export const pathOf = (
  { path }: RouteContract,
  { params, query }: { params?: unknown; query?: unknown },
): string =>
  fillPath(path, params as Record<string, string> | undefined) +
  queryText(query as Record<string, unknown> | undefined);

export const createCall =
  (baseUrl: string, ask: SendRequest): Call =>
  async (route, { token, body, ...place }) => {
    const path = pathOf(route, place);
    const { status, text } = await ask(baseUrl + path, {
      method: route.method.toUpperCase(),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: 30_000,
    });
    const answer = parseJson(text);
    if (status >= 200 && status < 300) return route.answer.parse(answer) as AnswerOf<typeof route>;
    const refusal = errorBodySchema.safeParse(answer);
    throw refusal.success
      ? new CallError(status, refusal.data.error, refusal.data.code)
      : new CallError(status, `${path} answered ${status}`);
  };
