import type { RequestHandler } from 'express';

/**
 * Runs handlers one after the other, as `app.use` does, but within one layer of Express: each layer
 * matches the path and parses the address again for every request.
 */
export const composeMiddleware =
  (...handlers: RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    const run = (index: number): void => {
      const handler = handlers[index];
      if (!handler) {
        next();
        return;
      }
      const fail = (error: unknown) => next(error ?? new Error('rejected without an error'));
      try {
        const running: unknown = handler(request, response, (error?: unknown) => {
          if (error) next(error);
          else run(index + 1);
        });
        if (running instanceof Promise) running.catch(fail);
      } catch (error) {
        fail(error);
      }
    };
    run(0);
  };

/**
 * Shows a handler no request but those to its own paths. A router takes a turn of the event loop to pass on one that it has
 * no route for, and to mount a handler at a path takes the address apart.
 */
export const forPath =
  (paths: RegExp, handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    paths.test(request.path) ? handler(request, response, next) : next();
