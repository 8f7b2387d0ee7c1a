import {
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeySchema,
  type AnswerOf,
  type ParsedOf,
  type RouteContract,
} from '@qr-attendance/contracts';
import { waitsForTurn } from '@qr-attendance/contracts/costly-routes';
import type { Request, Response, Router } from 'express';
import { DomainError } from '../errors.ts';
import type { Authorize, Caller } from '../identity/caller.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import { limitKeys } from '../limits/spender.ts';
import { fingerprintOf, type IdempotentRequest } from './idempotent-request.ts';
import { disconnectSignalOf } from './left-signal.ts';
import { createProjection } from './project-answer.ts';
import { releaseSlot } from './shed-load.ts';
import { parsePart } from './validation.ts';

const EVENT_STREAM = 'text/event-stream';

/** A parsed request. Reading `caller` throws on routes that are open to anyone. */
export interface Call<R> {
  params: ParsedOf<R, 'params'>;
  query: ParsedOf<R, 'query'>;
  body: ParsedOf<R, 'body'>;
  /** Present only on `idempotent` routes, if the client sent a key. */
  once: IdempotentRequest | undefined;
  readonly caller: Caller;
  request: Request;
  response: Response;
}

export interface Implementation {
  route: Pick<RouteContract, 'method' | 'path' | 'access' | 'proof'>;
  /** @param costlyReads the queue for the service's costly routes */
  mount: (router: Router, authorize: Authorize, costlyReads: FairQueue) => void;
}

const readIdempotentRequest = (request: Request): IdempotentRequest | undefined => {
  const value = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (value === undefined) return undefined;
  const key = parsePart('Idempotency-Key', idempotencyKeySchema, value);
  return { key, fingerprint: fingerprintOf(request.body) };
};

/**
 * A PUT replaces the whole object: fields that the body lacks become undefined, so that spreading the body
 * clears them.
 */
const withEveryKey = (schema: object, body: object): object => ({
  ...('shape' in schema &&
    Object.fromEntries(Object.keys(schema.shape as object).map((key) => [key, undefined]))),
  ...body,
});

const createCall = <R extends RouteContract>(
  route: R,
  request: Request,
  response: Response,
  caller: Caller | undefined,
): Call<R> => {
  const part = (name: 'params' | 'query' | 'body') =>
    route[name] ? parsePart(name, route[name], request[name]) : undefined;
  const body = part('body');
  return {
    params: part('params') as ParsedOf<R, 'params'>,
    query: part('query') as ParsedOf<R, 'query'>,
    body: (route.method === 'put' && route.body
      ? withEveryKey(route.body, body as object)
      : body) as ParsedOf<R, 'body'>,
    once: route.idempotent ? readIdempotentRequest(request) : undefined,
    get caller() {
      if (!caller) throw new DomainError('unauthenticated', 'not_signed_in', 'Please sign in first.');
      return caller;
    },
    request,
    response,
  };
};

type ResultOf<R> = [AnswerOf<R>] extends [undefined] ? void : AnswerOf<R>;
export type Handler<R> = (call: Call<R>) => Promise<ResultOf<R>> | ResultOf<R>;

/**
 * Implements a route of the contract: authorization first, then parsing, then `handle`. Only the fields that the
 * answer's schema declares leave the service. Costly routes wait for the
 * caller's turn.
 */
export const implement = <R extends RouteContract>(route: R, handle: Handler<R>): Implementation => ({
  route,
  mount: (router, authorize, costlyReads) => {
    const waits = waitsForTurn(route);
    const project = createProjection(route.answer);
    router[route.method](route.path, async (request, response) => {
      const caller = authorize(request, route);
      const call = createCall(route, request, response, caller);
      const result =
        waits && caller
          ? await costlyReads.run(limitKeys.person(caller), () => handle(call), disconnectSignalOf(response))
          : await handle(call);
      if (route.status === 204) response.status(204).end();
      else response.status(route.status ?? 200).json(project(result));
    });
  },
});

/** Like `implement`, for a route whose handler writes the answer itself, such as a stream. */
export const implementStream = <R extends RouteContract>(
  route: R,
  handle: (call: Call<R>) => Promise<void> | void,
): Implementation => ({
  route,
  mount: (router, authorize) => {
    router[route.method](route.path, async (request, response) => {
      const caller = authorize(request, route);
      if (route.contentType === EVENT_STREAM) releaseSlot(response);
      await handle(createCall(route, request, response, caller));
    });
  },
});
