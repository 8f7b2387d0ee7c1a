import {
  errorBodySchema,
  type AnswerOf,
  type RequestPartsOf,
  type RouteContract,
} from '@qr-attendance/contracts';
import { type ServiceName, StartError } from '@qr-attendance/stack';
import type { SystemAccess } from './system-access.ts';

const TIMEOUT_MS = 60_000;

const urlOf = (access: SystemAccess, service: ServiceName): string =>
  ({
    auth: access.AUTH_URL,
    course: access.COURSE_URL,
    session: access.SESSION_URL,
    attendance: access.ATTENDANCE_URL,
  })[service];

const queryOf = (query: unknown): URLSearchParams => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters;
};

const reasonOf = async (response: Response): Promise<string> => {
  const body: unknown = await response.json().catch(() => undefined);
  return errorBodySchema.safeParse(body).data?.error || `it answered ${response.status}`;
};

export const askService = async <R extends RouteContract>(
  access: SystemAccess,
  service: ServiceName,
  route: R,
  { query, body }: RequestPartsOf<R>,
): Promise<AnswerOf<R>> => {
  try {
    const response = await fetch(`${urlOf(access, service)}${route.path}?${queryOf(query)}`, {
      method: route.method.toUpperCase(),
      headers: {
        authorization: `Bearer ${access.INTERNAL_TOKEN}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(await reasonOf(response));
    return route.answer.parse(await response.json()) as AnswerOf<R>;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The ${service} service does not answer ${route.path}: ${why}.`);
  }
};
