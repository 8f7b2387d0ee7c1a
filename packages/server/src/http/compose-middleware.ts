import type { RequestHandler } from 'express';

/**
 * Runs handlers like `app.use`, but within one layer of Express, because each layer matches the path and
 * parses the URL again.
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
 * Calls a handler only for matching paths. A router without a matching route costs a turn of the event loop,
 * and mounting it at a path parses the URL again.
 */
export const forPath =
  (paths: RegExp, handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    paths.test(request.path) ? handler(request, response, next) : next();
