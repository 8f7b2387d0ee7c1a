import { connect } from 'node:net';

/** The beginning of an answer to bytes sent as they are. */
export interface RawAnswer {
  /** 0: none came. */
  status: number;
  /** Whether the product answered, and not its HTTP parser for it. */
  isProducts: boolean;
}

/** Sends bytes as they are, as no well-behaved client would, and waits for the first answer's head. */
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
