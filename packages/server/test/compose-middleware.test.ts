import { afterEach, expect, it } from '@jest/globals';
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { composeMiddleware, forPath } from '../src/http/compose-middleware.ts';
import { closeServer, listen } from '../src/http/server.ts';

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

const tellError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response.status(500).send(error instanceof Error ? error.message : error);
};
const ask = async (handlers: RequestHandler[], path = '/'): Promise<string> => {
  const app = express();
  app.use('/', composeMiddleware(...handlers));
  app.use((_request, response) => void response.send(response.locals['noted'] ?? 'nothing noted'));
  app.use(tellError);
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  stop = () => closeServer(server, 0);
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
};
const note =
  (text: string): RequestHandler =>
  (_request, { locals }, next) => {
    locals['noted'] = `${locals['noted'] ?? ''}${text}`;
    next();
  };
const noteLater: RequestHandler = async (request, response, next) => {
  await Promise.resolve();
  note('later ')(request, response, next);
};

it('runs handlers in order, then the next middleware', async () => {
  expect(await ask([note('first '), noteLater, note('last')])).toBe('first later last');
});

it('stops at the handler that responds', async () => {
  expect(await ask([(_request, response) => void response.send('mine'), note('never')])).toBe('mine');
});

it.each<[string, RequestHandler]>([
  [
    'is thrown',
    () => {
      throw new Error('wrong');
    },
  ],
  ['a promise rejects with', () => Promise.reject(new Error('wrong'))],
  ['is passed to next()', (_request, _response, next) => next(new Error('wrong'))],
])('passes an error that %s to the error handler, at any position', async (_how, fails) => {
  expect(await ask([fails, note('never')])).toBe('wrong');
  await stop();
  expect(await ask([noteLater, fails, note('never')])).toBe('wrong');
});

it('calls a router only for its own paths', async () => {
  const router = Router();
  router.get('/own', (_request, response) => void response.send('of the router'));
  router.use(note('seen'));
  const own = forPath(/^\/own/i, router);
  const answers: string[] = [];
  for (const path of ['/own', '/OWN/', '/owned', '/other']) {
    answers.push(await ask([own], path));
    await stop();
  }
  expect(answers).toEqual(['of the router', 'of the router', 'seen', 'nothing noted']);
});
