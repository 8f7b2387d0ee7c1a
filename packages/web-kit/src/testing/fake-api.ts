import type { ErrorBody, RouteContract } from '@qr-attendance/contracts';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import { http, HttpResponse } from 'msw/http';

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
export const answer = (body?: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers,
});
interface RefusalBody {
  code?: string;
  fields?: Record<string, string>;
  [detail: string]: unknown;
}
export const refusal = (
  status: number,
  error = '',
  { code = 'refused', fields, ...details }: RefusalBody = {},
  headers: Record<string, string> = {},
): Answer => ({
  status,
  headers,
  body: {
    error,
    code,
    requestId: 'r-1',
    details: { ...details, ...(fields && { fields }) },
  } satisfies ErrorBody,
});
export const lostConnection: Answer = { status: 0 };
/** Keeps the connection open without an answer. */
export const hangingAnswer: Answer = { status: -1 };

export interface SentRequest {
  call: string;
  params: Record<string, string>;
  query: Record<string, string>;
  text: string;
  body: unknown;
  headers: Record<string, string>;
}
/** One response for every call, a list that is consumed in order, or a function of the request. */
export type Answers = Answer | Answer[] | ((request: SentRequest) => Answer);

export interface FakeApi {
  sent: SentRequest[];
  sentTo: (call: string) => SentRequest[];
  bodiesOf: (call: string) => unknown[];
  give: (call: string, answers: Answers) => void;
  /** Delays all responses until the returned function is called. */
  hold: () => () => void;
}

export const callOf = ({ method, path }: RouteContract): string => `${method.toUpperCase()} ${path}`;

// Replaces fetch instead of sockets (as `msw/node` does), so that fake timers do not delay responses.
const network = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new FetchInterceptor()] })],
  context: { quiet: true },
});
let enabled = false;

const toResponse = ({ status, body, headers = {} }: Answer) => {
  if (status === lostConnection.status) return HttpResponse.error();
  if (body === undefined || body instanceof ReadableStream)
    return new HttpResponse(body ?? null, { status, headers });
  return HttpResponse.json(body as object, { status, headers });
};
const nextOf = (answers: Answers, request: SentRequest): Answer => {
  if (typeof answers === 'function') return answers(request);
  return Array.isArray(answers) ? (answers.shift() ?? lostConnection) : answers;
};
const read = async (request: Request, call: string, params: object = {}): Promise<SentRequest> => {
  const { 0: _origin, ...named } = params as Record<string, string>;
  const text = await request.text();
  return {
    call,
    params: named,
    query: Object.fromEntries(new URL(request.url).searchParams),
    text,
    body: text === '' ? undefined : JSON.parse(text),
    headers: Object.fromEntries(request.headers),
  };
};

/** Calls that are missing from the table fail as if there were no server. */
export const fakeApi = (table: Record<string, Answers>): FakeApi => {
  const sent: SentRequest[] = [];
  let released = Promise.resolve();
  const handlerOf = (call: string, answers: Answers) => {
    const [method, path] = call.split(' ');
    return http[method?.toLowerCase() as 'get'](`*${path}`, async ({ request, params }) => {
      const one = await read(request, call, params);
      sent.push(one);
      await released;
      const next = nextOf(answers, one);
      if (next === hangingAnswer) await new Promise(() => {});
      return toResponse(next);
    });
  };
  const unknown = http.all('*', async ({ request }) => {
    sent.push(await read(request, `${request.method} ${new URL(request.url).pathname}`));
    await released;
    return HttpResponse.error();
  });
  const parametersOf = (call: string) => call.split('/:').length;
  const handlers = Object.entries(table)
    // Routes are sorted so that `/api/sessions/defaults` does not match a route with a session id.
    .sort(([one], [other]) => parametersOf(one) - parametersOf(other))
    .map(([call, answers]) => handlerOf(call, answers));
  network.resetHandlers(...handlers, unknown);
  if (!enabled) network.enable();
  enabled = true;
  const sentTo = (call: string) => sent.filter((one) => one.call === call);
  return {
    sent,
    sentTo,
    bodiesOf: (call) => sentTo(call).map(({ body }) => body),
    give: (call, answers) => network.use(handlerOf(call, answers)),
    hold: () => {
      let release = () => {};
      released = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
};
