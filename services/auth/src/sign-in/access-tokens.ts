import type { UserType } from '@qr-attendance/contracts';
import type { Authorize, Implementation } from '@qr-attendance/server';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { isBlocked, signedOut } from '../people/rules/person.ts';

/** Generations that this process has marked already: one statement per renewal, not per request. */
const MOST = 50_000;

/**
 * Marks the refresh token that an access token was issued with as used, before a route that needs a caller does
 * anything: from then on the token before it is worthless. Not being able to mark it keeps nobody from what they came
 * for.
 */
export const createNoteUse = ({ refreshTokens, log }: Pick<Context, 'refreshTokens' | 'log'>) => {
  const marked = new LRUCache<string, true>({ max: MOST });
  const note = async (generation: string): Promise<void> => {
    if (marked.has(generation)) return;
    try {
      await refreshTokens.markUsed(generation, new Date());
      marked.set(generation, true);
    } catch (err) {
      log.warn({ err }, 'failed to record the use of an access token');
    }
  };
  return (implementation: Implementation): Implementation => ({
    ...implementation,
    mount: (router, authorize) => {
      const { method, path } = implementation.route;
      const callers = new WeakMap<object, ReturnType<Authorize>>();
      router[method](path, async (request, _response, next) => {
        const caller = authorize(request, implementation.route.access);
        callers.set(request, caller);
        if (caller?.generation) await note(caller.generation);
        next();
      });
      implementation.mount(router, (request) => callers.get(request));
    },
  });
};

/**
 * An access token says who somebody was when it was made. This makes sure that they are still there and still that, for
 * calls whose effect does not depend on it by itself.
 * @throws DomainError (unauthenticated) when they are not
 */
export const requirePerson = async (
  { people }: Pick<Context, 'people'>,
  { id, userType }: { id: string; userType: UserType },
): Promise<void> => {
  const person = await people.findById(id);
  if (!person || isBlocked(person) || person.details.userType !== userType) throw signedOut();
};
