import { request } from 'node:http';

export interface AddressedRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Sends a request from a separate loopback address, such as `127.0.7.1`, which has separate limits.
 * @returns 0 without an answer
 */
export const askFrom = (
  url: string,
  localAddress: string,
  { method, path, headers = {}, body }: AddressedRequest,
): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
    const options = {
      host,
      port,
      method,
      path,
      localAddress,
      agent: false,
      headers: { ...json, ...headers },
    };
    const sent = request(options, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });

export const sendRepeatedly = async (
  count: number,
  atOnce: number,
  ask: (n: number) => Promise<number>,
): Promise<number[]> => {
  const statuses: number[] = [];
  const waiting = Array.from({ length: count }, (_none, n) => n).values();
  const worker = async () => {
    for (const n of waiting) statuses.push(await ask(n));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return statuses;
};
