import type { Logger } from '@qr-attendance/observability';
import type { Authorize, Implementation } from '@qr-attendance/server';
import { LRUCache } from 'lru-cache';
import type { RefreshTokens } from './refresh-tokens.ts';

/** Generations that this process has marked already: one statement per renewal, not per request. */
const MOST = 50_000;

/**
 * Marks the refresh token that an access token was issued with as used, before a route that needs a caller does anything: from
 * then on the token before it is worthless. Not being able to mark it keeps nobody from what they came for.
 */
export const makeNoteUse = ({ refreshTokens, log }: { refreshTokens: RefreshTokens; log: Logger }) => {
  const marked = new LRUCache<string, true>({ max: MOST });
  const note = async (generation: string): Promise<void> => {
    if (marked.has(generation)) return;
    try {
      await refreshTokens.markUsed(generation, new Date());
      marked.set(generation, true);
    } catch (err) {
      log.warn({ err }, 'use of an access token not noted');
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
