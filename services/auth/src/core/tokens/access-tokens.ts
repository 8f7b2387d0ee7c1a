import type { UserType } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import type { Authorize, Implementation } from '@qr-attendance/server';
import { LRUCache } from 'lru-cache';
import type { People } from '../people/people.ts';
import { isBlocked, signedOutError } from '../people/rules/person.ts';
import type { RefreshTokens } from './refresh-tokens.ts';

const MAX_MARKED = 50_000;

/**
 * Marks the refresh token that belongs to an access token as used before the route runs; its predecessor
 * becomes invalid. An error does not fail the request.
 */
export const createTokenUseRecorder = ({
  refreshTokens,
  log,
}: {
  refreshTokens: RefreshTokens;
  log: Logger;
}) => {
  const marked = new LRUCache<string, true>({ max: MAX_MARKED });
  const recordUse = async (generation: string): Promise<void> => {
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
    mount: (router, authorize, costlyReads) => {
      const { method, path } = implementation.route;
      const callers = new WeakMap<object, ReturnType<Authorize>>();
      router[method](path, async (request, _response, next) => {
        const caller = authorize(request, implementation.route);
        callers.set(request, caller);
        if (caller?.generation) await recordUse(caller.generation);
        next();
      });
      implementation.mount(router, (request) => callers.get(request), costlyReads);
    },
  });
};

/**
 * Checks that the account still matches its access token, for routes that would not notice a change since the
 * token was issued.
 */
export const requirePerson = async (
  { people }: { people: Pick<People, 'findById'> },
  { id, userType }: { id: string; userType: UserType },
): Promise<void> => {
  const person = await people.findById(id);
  if (!person || isBlocked(person) || person.details.userType !== userType) throw signedOutError();
};
