import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** True if the product answered, and not the HTTP parser. */
  isProducts: boolean;
}

export const sendRaw = (url: string, text: string, withinMs = 5_000): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0),
        isProducts: /^x-request-id:/im.test(answer),
      });
    };
    const timer = setTimeout(done, withinMs);
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.includes('\r\n\r\n')) done();
    });
    socket.on('close', done);
    socket.on('error', done);
  });
