import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Replaces another service: returns the configured answer of a path, and otherwise 404. */
export const startOwner = async () => {
  const answers = new Map<string, object>();
  const asked: string[] = [];
  let gate = Promise.resolve();
  let release = () => {};
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    await gate;
    const answer = answers.get(request.url ?? '');
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    /** Requests in the order of arrival: `GET /path` or `POST /path {…}`. */
    asked,
    /** Delays all answers until `release` is called. */
    hold: () => {
      gate = new Promise((resolve) => (release = resolve));
    },
    release: () => release(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
export type Owner = Awaited<ReturnType<typeof startOwner>>;
