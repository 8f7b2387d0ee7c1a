// The minimum work of a server that checks passwords: each request costs one verification with the auth
// service's parameters and concurrency.
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

const { PASSWORD = '', PORT } = process.env;
const limit = pLimit(availableParallelism());
const stored = await hash(PASSWORD);

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const isCheck = request.method === 'POST';
    const work = isCheck ? limit(() => verify(stored, PASSWORD)) : Promise.resolve(true);
    void work.then((matches) => response.writeHead(matches ? 200 : 401).end());
  });
});
server.listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
