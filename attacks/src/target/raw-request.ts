import { connect } from 'node:net';

/** Sends bytes as they are, as no well-behaved client would. @returns the status of the first answer; 0 for none */
export const sendRaw = (url: string, text: string, withinMs = 5_000): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
    };
    const timer = setTimeout(done, withinMs);
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.includes('\r\n')) done();
    });
    socket.on('close', done);
    socket.on('error', done);
  });
