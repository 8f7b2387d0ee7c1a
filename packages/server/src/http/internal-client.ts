import { setTimeout } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import {
  errorBodySchema,
  type AnswerOf,
  type InputOf,
  type RequestPartsOf,
  type RouteContract,
} from '@qr-attendance/contracts';
import { isCostly } from '@qr-attendance/contracts/costly-routes';
import { createBreaker } from '../limits/breaker.ts';
import { conflict, DomainError, RejectedRequest, STATUS_BY_KIND, temporarilyUnavailable } from '../errors.ts';
import {
  currentRequestId,
  inSpan,
  type Logger,
  type Metrics,
  traceHeaders,
} from '@qr-attendance/observability';
import { createRetryBudget } from './retry-budget.ts';

const TIMEOUT_MS = 2_000;
const RETRY_PAUSE_MS = 50;

/** `fetch` throws this class for a refused or lost connection; a time-out has another class. */
const isLostConnection = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TypeError';

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';

const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));

export interface InternalClient {
  /**
   * Retries once if the connection is lost and the retry budget allows it.
   * @returns undefined for 404
   * @throws DomainError (conflict) with the owner's message, or (unavailable) if the owner does not answer
   * properly or the breaker is open; RejectedRequest if the owner found the request invalid
   */
  get: <R extends RouteContract>(route: R, params: InputOf<R, 'params'>) => Promise<AnswerOf<R> | undefined>;
  /**
   * Never retries. If the caller retries, the route must be idempotent.
   * @returns undefined for 404
   * @throws DomainError (conflict, unavailable) and RejectedRequest like `get`
   */
  post: <R extends RouteContract>(route: R, request: RequestPartsOf<R>) => Promise<AnswerOf<R> | undefined>;
  put: InternalClient['post'];
}

interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
}

export const createInternalClient = ({
  baseUrl,
  internalToken,
  log,
  watch,
  timeoutMs = TIMEOUT_MS,
}: {
  baseUrl: string;
  internalToken: string;
  log: Logger;
  watch?: { metrics: Metrics; upstream: string } | undefined;
  timeoutMs?: number;
}): InternalClient => {
  const ask = async ({ method, path, body }: Call): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${internalToken}`,
        'x-request-id': currentRequestId() ?? '',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...traceHeaders(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      // A redirect would send the token to another host.
      redirect: 'manual',
    });
    if (response.status === 404) return undefined;
    if (response.status === STATUS_BY_KIND.conflict) {
      const { code, error, details } = errorBodySchema.parse(await response.json());
      throw conflict(code, error, details);
    }
    if (response.status === STATUS_BY_KIND.invalid) throw new RejectedRequest();
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return response.json();
  };
  const budget = createRetryBudget();
  const askTwice = async (call: Call): Promise<unknown> => {
    budget.tried();
    try {
      return await ask(call);
    } catch (error) {
      if (call.method !== 'GET' || !isLostConnection(error) || !budget.mayRetry()) throw error;
      await setTimeout(RETRY_PAUSE_MS * (1 + Math.random()));
      return ask(call);
    }
  };
  const breaker = createBreaker('owner', {
    name: watch?.upstream ?? 'owner',
    metrics: watch?.metrics,
    resetMs: 2_000,
    isIgnored: (error) => error instanceof DomainError,
  });
  const fire = (route: RouteContract, call: Call): Promise<unknown> =>
    isCostly(route) ? breaker.runCostly(() => askTwice(call), isTimeout) : breaker.run(() => askTwice(call));
  const callOwner = async <R extends RouteContract>(
    route: R,
    call: Call,
  ): Promise<AnswerOf<R> | undefined> => {
    let body: unknown;
    try {
      const attributes = {
        'http.request.method': call.method,
        'url.template': route.path,
        'peer.service': route.service,
      };
      body = await inSpan(`${call.method} ${route.path}`, { kind: SpanKind.CLIENT, attributes }, () =>
        fire(route, call),
      );
    } catch (error) {
      const labels = { service: route.service, route: route.path };
      if (error instanceof RejectedRequest) log.warn(labels, 'owning service found the request invalid');
      if (error instanceof DomainError) throw error;
      log.warn({ err: error, ...labels }, 'owning service did not answer');
      throw temporarilyUnavailable();
    }
    return body === undefined ? undefined : (route.answer.parse(body) as AnswerOf<R>);
  };
  const pathOf = (route: RouteContract, params: unknown) =>
    fillPath(route.path, params as Record<string, string> | undefined);
  const send =
    (method: 'POST' | 'PUT'): InternalClient['post'] =>
    (route, { params, query, body }) => {
      const search = query ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : '';
      return callOwner(route, { method, path: `${pathOf(route, params)}${search}`, body });
    };
  return {
    get: (route, params) => callOwner(route, { method: 'GET', path: pathOf(route, params) }),
    post: send('POST'),
    put: send('PUT'),
  };
};
