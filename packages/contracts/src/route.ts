import type { z } from 'zod';

/** Who may call a route. `internal` routes are for other services only and are never routed by the gateway. */
export type Access = 'anyone' | 'signed-in' | 'teacher' | 'student' | 'admin' | 'internal';
export type ServiceName = 'auth' | 'course' | 'session' | 'attendance';

/** One HTTP call of the published language; servers, clients and the OpenAPI document are made from it. */
export interface RouteContract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  service: ServiceName | 'gateway';
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** Express style, e.g. `/api/sessions/:id`. */
  path: string;
  summary: string;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Status of a success: 200 unless said. */
  status?: number;
  answer: Answer;
  /** Refusals of a call open to anyone that are about who somebody is; all other calls have both. */
  refusals?: (401 | 403)[];
  /** Content type of a success, `application/json` unless said. */
  contentType?: string;
}

/** Declares a route; only there to infer the schemas' types. */
export const defineRoute = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(
  route: RouteContract<Params, Query, Body, Answer>,
): RouteContract<Params, Query, Body, Answer> => route;

type Schema<R, Key extends 'params' | 'query' | 'body' | 'answer'> =
  R extends Partial<Record<Key, infer S | undefined>> ? S : never;
/** What a client sends for a part of a route. */
export type InputOf<R, Key extends 'params' | 'query' | 'body'> =
  Schema<R, Key> extends z.ZodType ? z.input<Schema<R, Key>> : undefined;
/** What a server reads from a part of a route, after parsing. */
export type ParsedOf<R, Key extends 'params' | 'query' | 'body'> =
  Schema<R, Key> extends z.ZodType ? z.output<Schema<R, Key>> : undefined;
/** What a route answers. */
export type AnswerOf<R> = Schema<R, 'answer'> extends z.ZodType ? z.output<Schema<R, 'answer'>> : never;
