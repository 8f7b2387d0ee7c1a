import { afterEach, describe, expect, it } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { connectPostgresEventBus, subscribeTo, watchBus } from '@qr-attendance/messaging';
import { createLogger, createMetrics } from '@qr-attendance/observability';
import {
  closeServer,
  createInternalClient,
  createPool,
  listen,
  serveMetrics,
  useMongoPool,
  usePostgresPool,
  watchPool,
} from '@qr-attendance/server';
import { connectMongo } from '@qr-attendance/server/mongo';
import { eventually, freshDatabases, FAST_SCALE, openLink, readMetrics } from '@qr-attendance/test-kit';
import { setUp } from './support/event-bus-setup.ts';
import { openPostgresConsumer } from './support/consumer-database.ts';

const log = createLogger('test', 'silent');
const endings: (() => Promise<unknown>)[] = [];
const atEnd = (end: () => Promise<unknown>) => endings.unshift(end);
afterEach(async () => {
  // Everything is closed even after a failed test, because an open server keeps Jest's process from ending.
  const failures: unknown[] = [];
  for (const end of endings.splice(0)) await end().catch((error: unknown) => failures.push(error));
  expect(failures).toEqual([]);
});

const serve = async () => {
  const metrics = createMetrics('test');
  const { server, port } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, log });
  atEnd(() => closeServer(server, 0));
  return { metrics, scrape: () => readMetrics(`http://127.0.0.1:${port}/metrics`) };
};
const databases = async () => {
  const fresh = await freshDatabases();
  atEnd(fresh.drop);
  return fresh.databases;
};

describe('a scrape', () => {
  it('ends in time although a source hangs, reports the source, and does not call it while it hangs', async () => {
    const { metrics, scrape } = await serve();
    let asked = 0;
    metrics.gauge({ name: 'hangs', help: 'Never answers.', labels: [] }, () => {
      asked += 1;
      return new Promise(() => {});
    });
    metrics.gauge({ name: 'fails', help: 'Throws.', labels: [] }, () => {
      throw new Error('not now');
    });
    metrics.gauge({ name: 'answers', help: 'Answers.', labels: [] }, () => [{ labels: {}, value: 7 }]);
    const [first, second] = await Promise.all([scrape(), scrape()]);
    expect(asked).toBe(1);
    for (const metrics of [first, second]) {
      expect(metrics.get('answers')).toBe(7);
      expect(metrics.get('metric_source_up{metric="answers"}')).toBe(1);
      expect(metrics.get('metric_source_up{metric="hangs"}')).toBe(0);
      expect(metrics.get('metric_source_up{metric="fails"}')).toBe(0);
      expect(metrics.has('hangs')).toBe(false);
    }
  });

  it('reports lag and dead letters of a group, and ends in time when the bus is frozen', async () => {
    const { metrics, scrape } = await serve();
    const link = await openLink((await databases()).events);
    atEnd(link.close);
    const bus = await connectPostgresEventBus({ url: link.url, log, timeScale: FAST_SCALE });
    atEnd(() => bus.close());
    const { topic, event, group } = setUp();
    const database = await openPostgresConsumer();
    atEnd(database.close);
    const { deadLetters } = database;
    watchBus(metrics, { bus, group: group('g'), deadLetters, deadLettersEveryMs: 0 });
    await bus.declare(group('g'), [topic]);
    for (let n = 0; n < 120; n += 1) await bus.publish(event(n === 0 ? 'poison' : `event ${n}`));
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const poison = async (text: string) => {
      await gate;
      if (text === 'poison') throw new Error('cannot swallow this');
    };
    await bus.subscribe(group('g'), [subscribeTo(topic, ({ text }) => poison(text))], deadLetters);

    const lag = `event_consumer_lag{group="${group('g')}",topic="${topic.name}"}`;
    const letters = `dead_letters{group="${group('g')}"}`;
    await eventually(async () => expect((await scrape()).get(lag)).toBe(120));
    expect((await scrape()).get(letters)).toBe(0);
    letGo();
    await eventually(async () => expect((await scrape()).get(lag)).toBe(0));
    await eventually(async () => expect((await scrape()).get(letters)).toBe(1));

    link.freeze();
    const frozen = await scrape();
    expect(frozen.get('metric_source_up{metric="event_consumer_lag"}')).toBe(0);
    expect(frozen.has(lag)).toBe(false);
    expect(frozen.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    link.fix();
    link.cut();
    link.fix();
    await eventually(async () => expect((await scrape()).get(lag)).toBe(0));
  });

  it('reports the use of a pool of PostgreSQL connections', async () => {
    const { metrics, scrape } = await serve();
    const pool = createPool((await databases()).auth, log, { name: 'test', max: 2 });
    atEnd(() => pool.end());
    watchPool(metrics, 'main', usePostgresPool(pool));
    const of = (state: string) => `database_pool_connections{pool="main",state="${state}"}`;
    const taken = [await pool.connect(), await pool.connect()];
    const waiting = pool.query('SELECT 1');
    let scrapedMetrics = await scrape();
    expect([of('total'), of('idle'), of('waiting')].map((name) => scrapedMetrics.get(name))).toEqual([
      2, 0, 1,
    ]);
    expect(scrapedMetrics.get('database_pool_size{pool="main"}')).toBe(2);
    for (const client of taken) client.release();
    await waiting;
    scrapedMetrics = await scrape();
    expect([of('total'), of('idle'), of('waiting')].map((name) => scrapedMetrics.get(name))).toEqual([
      2, 2, 0,
    ]);
  });

  it('reports the use of a pool of MongoDB connections', async () => {
    const { metrics, scrape } = await serve();
    const link = await openLink((await databases()).course);
    atEnd(link.close);
    const connection = await connectMongo(link.url, { max: 2 });
    atEnd(() => connection.close(true));
    watchPool(metrics, 'main', useMongoPool(connection));
    const use = async () => {
      const found = await scrape();
      const of = (state: string) => found.get(`database_pool_connections{pool="main",state="${state}"}`);
      return [of('total'), of('idle'), of('waiting')];
    };
    const insert = (n: number) => connection.collection('things').insertOne({ n });
    await eventually(async () => {
      await Promise.all(Array.from({ length: 20 }, (_none, n) => insert(n)));
      expect(await use()).toEqual([2, 2, 0]);
    });
    expect((await scrape()).get('database_pool_size{pool="main"}')).toBe(2);
    // Passes only the driver's heartbeats; without heartbeats, the driver would drop the whole pool.
    link.freeze(/hello|ismaster/i);
    const requests = [insert(1), insert(2)];
    await eventually(async () => {
      // The requests time out after a while, and the driver replaces the dropped connection.
      requests.push(insert(3), insert(4), insert(5));
      const [total, idle, waiting] = await use();
      expect([total, idle]).toEqual([2, 0]);
      expect(waiting).toBeGreaterThan(0);
    });
    link.fix();
    link.cut();
    link.fix();
    await Promise.allSettled(requests);
    await eventually(async () => expect((await use()).slice(2)).toEqual([0]));
    await eventually(() => insert(6));
    const [total, idle] = await use();
    expect(idle).toBe(total);
  });

  it('reports the state of a circuit breaker', async () => {
    const { metrics, scrape } = await serve();
    let healthy = false;
    const { server, port } = await listen(
      (_request, response) => void response.writeHead(healthy ? 404 : 500).end(),
      { host: '127.0.0.1', port: 0 },
    );
    atEnd(() => closeServer(server, 0));
    const client = createInternalClient({
      baseUrl: `http://127.0.0.1:${port}`,
      internalToken: 'x'.repeat(32),
      log,
      watch: { metrics, upstream: 'auth' },
    });
    const ask = () => client.get(routes.auth.getUserInternal, { id: 'a' }).catch(() => undefined);
    const state = async () => {
      const found = await scrape();
      const states = ['closed', 'half_open', 'open'];
      return states.filter((one) => found.get(`breaker_state{state="${one}",upstream="auth"}`) === 1);
    };
    expect(await state()).toEqual(['closed']);
    for (let n = 0; n < 6; n += 1) await ask();
    expect(await state()).toEqual(['open']);
    await eventually(async () => expect(await state()).toEqual(['half_open']));
    healthy = true;
    await ask();
    expect(await state()).toEqual(['closed']);
  });
});
