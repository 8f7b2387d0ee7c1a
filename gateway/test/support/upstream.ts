import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  upstream: string;
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
}

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const echo =
  (upstream: string) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ upstream, method: request.method, url: request.url, headers: request.headers, body }),
    );
  };

export interface TestUpstream {
  url: string;
  port: number;
  stop: () => Promise<void>;
}

export const startUpstream = (name: string, listener?: RequestListener, port = 0): Promise<TestUpstream> =>
  new Promise((resolve, reject) => {
    const server = createServer(listener ?? ((request, response) => void echo(name)(request, response)));
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${taken}`,
        port: taken,
        stop: () =>
          new Promise((stopped) => {
            server.close(() => stopped());
            server.closeAllConnections();
          }),
      });
    });
  });
