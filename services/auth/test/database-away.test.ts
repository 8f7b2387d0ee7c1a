import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { createPool, isUnavailable } from '@qr-attendance/server';
import { connectDatabase, type Database } from '../src/db/database.ts';

describe.each(['refuses connections', 'resets connections'])('with a database that %s', (how) => {
  let server: Server;
  let database: Database;
  beforeAll(async () => {
    server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    if (how === 'refuses connections') server.close();
    const pool = createPool(`postgresql://test:test@127.0.0.1:${port}/test`, createLogger('test', 'silent'), {
      name: 'test',
    });
    database = connectDatabase(pool);
  });
  afterAll(async () => {
    await database.$disconnect();
    server.close();
  });

  it.each<[string, (prisma: Database) => Promise<unknown>]>([
    ['a query', (prisma) => prisma.user.count()],
    ['a raw query', (prisma) => prisma.$queryRaw`SELECT 1`],
    ['a raw statement', (prisma) => prisma.$executeRaw`SELECT 1`],
    ['a transaction', (prisma) => prisma.$transaction((transaction) => transaction.user.count())],
    ['statements sent together', (prisma) => prisma.$transaction([prisma.$executeRaw`SELECT 1`])],
  ])('%s fails with an “unavailable” error', async (_what, ask) => {
    const error = await ask(database).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect(isUnavailable(error)).toBe(true);
  });
});
