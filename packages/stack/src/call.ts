import {
  errorBodySchema,
  parseJson,
  type AnswerOf,
  type InputOf,
  type RouteContract,
} from '@qr-attendance/contracts';
import type { Ask } from './ask.ts';

export class CallRefused extends Error {
  override name = 'CallRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Asked<R extends RouteContract> {
  token?: string;
  params?: InputOf<R, 'params'>;
  query?: InputOf<R, 'query'>;
  body?: InputOf<R, 'body'>;
}
export type Call = <R extends RouteContract>(route: R, asked: Asked<R>) => Promise<AnswerOf<R>>;

const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
const queryText = (query: Record<string, unknown> = {}): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  return text.size > 0 ? `?${text.toString()}` : '';
};

export const createCall =
  (baseUrl: string, ask: Ask): Call =>
  async (route, { token, params, query, body }) => {
    const path = fillPath(route.path, params as Record<string, string> | undefined);
    const { status, text } = await ask(
      baseUrl + path + queryText(query as Record<string, unknown> | undefined),
      {
        method: route.method.toUpperCase(),
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs: 30_000,
      },
    );
    const answer = parseJson(text);
    if (status >= 200 && status < 300) return route.answer.parse(answer) as AnswerOf<typeof route>;
    const refusal = errorBodySchema.safeParse(answer);
    throw new CallRefused(status, refusal.success ? refusal.data.error : `${path} answered ${status}`);
  };
