import { z } from 'zod/mini';
import type { SecurityMessage } from './security-messages.ts';

/**
 * `staff` are teachers and administrators. Only other services call `internal` routes; the gateway never
 * forwards to them.
 */
export type Access = 'anyone' | 'signed-in' | 'teacher' | 'student' | 'staff' | 'admin' | 'internal';
export type ServiceName = 'auth' | 'course' | 'session' | 'attendance';

/**
 * Determines which proof a route requires. `grantsPower`: changes what somebody may do. `outlivesSession`:
 * creates a secret, device or link that works after the caller has signed out.
 * `destroys`: deletes something that cannot be restored.
 */
export const grants = ['reads', 'changesOwn', 'grantsPower', 'outlivesSession', 'destroys'] as const;
type Grants = (typeof grants)[number];
/**
 * `fresh`: the server requires a fresh proof. `conditional`: the handler requires a fresh proof for some changes.
 * `request`: the request contains the password or the emailed link.
 */
type Proof = 'fresh' | 'conditional' | 'request';

/**
 * The emails to the people concerned, one of which is sent for each change; or the reason why the change
 * concerns only the caller.
 */
type Tells = readonly [SecurityMessage, ...SecurityMessage[]] | { nobody: string };

type Grant =
  | { access: Access; grants: Extract<Grants, 'reads' | 'changesOwn'>; proof?: 'fresh' }
  /** The public route that led to the internal call has already required the proof. */
  | { access: 'internal'; grants: Grants }
  | {
      access: Exclude<Access, 'internal'>;
      grants: Exclude<Grants, 'reads' | 'changesOwn'>;
      proof: Proof;
      tells: Tells;
    };

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

interface RouteDetails<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
> {
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Status code of a success: by default 200, or 204 without an answer. */
  status?: number;
  answer?: Answer;
  /** Accepts the header `Idempotency-Key`: repeated requests create one resource and get the same answer. */
  idempotent?: true;
  /** The identity errors (401, 403) that a route open to anyone can return; all other routes can return both. */
  refusals?: (401 | 403)[];
  /** Content type of a success, `application/json` by default. */
  contentType?: string;
}

export interface RouteContract<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> extends RouteDetails<Params, Query, Body, Answer> {
  service: ServiceName | 'gateway';
  access: Access;
  grants: Grants;
  proof?: Proof;
  tells?: Tells;
  method: Method;
  /** Express style, such as `/api/sessions/:id`. */
  path: string;
  answer: Answer;
}

export type RouteWithoutInput = RouteContract<z.ZodMiniUndefined, z.ZodMiniUndefined, z.ZodMiniUndefined>;

export const routesOf = (service: RouteContract['service']) => {
  const declare =
    <M extends Method>(method: M) =>
    <
      Params extends z.ZodMiniType = z.ZodMiniUndefined,
      Query extends z.ZodMiniType = z.ZodMiniUndefined,
      Body extends z.ZodMiniType = z.ZodMiniUndefined,
      Answer extends z.ZodMiniType = z.ZodMiniUndefined,
    >(
      path: string,
      { answer, ...details }: RouteDetails<Params, Query, Body, Answer> & Grant,
    ): RouteContract<Params, Query, Body, Answer> & { method: M } => ({
      service,
      method,
      path,
      ...(!answer && { status: 204 }),
      ...details,
      answer: answer ?? (z.undefined() as z.ZodMiniType as Answer),
    });
  return {
    get: declare('get'),
    post: declare('post'),
    put: declare('put'),
    patch: declare('patch'),
    remove: declare('delete'),
  };
};

/**
 * Requires every key, even if its value may be undefined, so that the compiler reports each object that lacks
 * a new field.
 */
export type Complete<T> = T extends unknown ? { [Key in keyof Required<T>]: T[Key] } : never;

type PartName = 'params' | 'query' | 'body';
type Schema<R, Key extends PartName | 'answer'> =
  R extends Partial<Record<Key, (infer S) | undefined>> ? S : never;
/** The body of a PUT replaces a whole object, so every key is required. */
export type InputOf<R, Key extends PartName> =
  Schema<R, Key> extends z.ZodMiniType
    ? [Key, R] extends ['body', { method: 'put' }]
      ? Complete<z.input<Schema<R, Key>>>
      : z.input<Schema<R, Key>>
    : undefined;
/** A query may be left out if all of its fields are optional; a body, only if the route has none. */
type RequiredPart<R, Name extends PartName> =
  undefined extends InputOf<R, Name>
    ? never
    : Name extends 'query'
      ? Partial<InputOf<R, Name>> extends InputOf<R, Name>
        ? never
        : Name
      : Name;
/** The parts of a request. Those that the route requires are required. */
export type RequestPartsOf<R> = { [Name in PartName]?: InputOf<R, Name> } & {
  [Name in { [Each in PartName]: RequiredPart<R, Each> }[PartName]]: InputOf<R, Name>;
};
export type ParsedOf<R, Key extends PartName> =
  Schema<R, Key> extends z.ZodMiniType
    ? [Key, R] extends ['body', { method: 'put' }]
      ? Complete<z.output<Schema<R, Key>>>
      : z.output<Schema<R, Key>>
    : undefined;
export type AnswerOf<R> = Schema<R, 'answer'> extends z.ZodMiniType ? z.output<Schema<R, 'answer'>> : never;
