import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@qr-attendance/e2e/support/draw-frame';
import express from 'express';
import type { Film } from './film.ts';

/** Each way takes its delay, give or take so much of it. */
const JITTER = 0.2;

export interface FilmServer {
  url: string;
  /** The film that is shown next. */
  film: Film;
  /** What a message from the phone takes on its way, and an answer back, in ms. */
  delayMs: number;
  stop: () => void;
}

/** Gives a page the film of the wall, and notes when word of a code that was read arrives. */
export const startFilmServer = async (seed: number): Promise<FilmServer> => {
  const random = seededRandom(seed);
  const app = express();
  const travel = async () => {
    if (served.delayMs > 0) await pause(served.delayMs * (1 + JITTER * (2 * random() - 1)));
  };
  app.use((_request, response, next) => {
    response.set('access-control-allow-origin', '*');
    next();
  });
  app.get('/', (_request, response) => void response.type('html').send('<!doctype html><title>Wall</title>'));
  app.get('/film/:code', (request, response) => {
    response.type('application/octet-stream').send(served.film[Number(request.params.code)] ?? '');
  });
  app.get(['/ping', '/reads'], async (_request, response) => {
    await travel();
    const arrivedAt = Date.now();
    await travel();
    response.json({ arrivedAt });
  });
  const listener = app.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const served: FilmServer = {
    url: `http://127.0.0.1:${port}`,
    film: [],
    delayMs: 0,
    stop: () => {
      listener.close();
      listener.closeAllConnections();
    },
  };
  return served;
};
