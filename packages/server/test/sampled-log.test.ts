import { request } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import { closeServer, listen } from '../src/http/server.ts';
import { errorHandler } from '../src/http/error-handler.ts';
import { DomainError } from '../src/errors.ts';
import { requestLog } from '../src/http/request-log.ts';
import { shedLoad } from '../src/http/shed-load.ts';
import { eventually } from '@qr-attendance/test-kit';

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

interface Line {
  level: number;
  status?: number;
  kind?: string;
  leftOut?: number;
  err?: unknown;
}

const serveFull = async (): Promise<{ port: number; lines: Line[] }> => {
  const lines: Line[] = [];
  const into = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const log = pino(into);
  const app = express();
  app.use(requestLog(log));
  app.get('/often', () => {
    throw new DomainError('too_many', 'too_many_requests', 'Please wait.', { retryAfterSeconds: 1 });
  });
  app.get('/broken', () => {
    throw new Error('a bug');
  });
  app.use(shedLoad(0));
  app.use(errorHandler(log));
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  stop = () => closeServer(server, 0);
  return { port, lines };
};
const get = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });

describe('the request log', () => {
  it('logs a few lines without a stack for 1,000 shed requests, and how many it omitted', async () => {
    const { port, lines } = await serveFull();
    const began = performance.now();
    for (let done = 0; done < 1_000; done += 100)
      await Promise.all(Array.from({ length: 100 }, async () => expect(await get(port, '/any')).toBe(503)));
    const seconds = Math.ceil((performance.now() - began) / 1_000) + 1;
    await eventually(() => {
      const leftOut = lines.reduce((sum, line) => sum + (line.leftOut ?? 0), 0);
      const written = lines.filter(({ status }) => status === 503).length;
      expect(leftOut + written).toBe(1_000);
    });
    expect(lines.length).toBeLessThanOrEqual(2 * seconds);
    expect(JSON.stringify(lines)).not.toContain('stack');
  });

  it('logs the first of each kind of rejection, and every internal error with its stack', async () => {
    const { port, lines } = await serveFull();
    for (const path of ['/often', '/often', '/any', '/any']) await get(port, path);
    for (const path of ['/broken', '/broken']) expect(await get(port, path)).toBe(500);
    const statuses = () => lines.map(({ status }) => status).filter((status) => status !== undefined);
    await eventually(() => expect(statuses()).toEqual([429, 503, 500, 500]));
    expect(lines.filter(({ status, err }) => status === 500 && err !== undefined)).toHaveLength(2);
  });
});
