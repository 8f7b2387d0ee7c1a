import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { courseChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent, toRecord } from '@qr-attendance/messaging';
import {
  createLogger,
  inSpan,
  SpanKind,
  startTracing,
  traceFields,
  traceHeaders,
} from '@qr-attendance/observability';
import { processConfigSchema, readConfig } from '@qr-attendance/server';
import { type Collector, eventually, newTrace, startCollector } from '@qr-attendance/test-kit';
import { startService } from './support/start-service.ts';

const QUICKLY = { OTEL_BSP_SCHEDULE_DELAY: '20' };

let stopAll: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(stopAll.map((stop) => stop()));
  stopAll = [];
});
const collect = async (options?: { hangs?: boolean }): Promise<Collector> => {
  const collector = await startCollector(options);
  stopAll.push(collector.stop);
  return collector;
};
const nowhere = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
};
const ask = (service: { url: string }, path = '/things/7f3a', headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers });

describe('a service with a collector', () => {
  it('exports a span per request with its route pattern, including the last requests before shutdown', async () => {
    const collector = await collect();
    const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const { traceId, spanId, headers } = newTrace();
    await (await ask(service, '/things/7f3a?token=s3cret', headers)).text();
    await (await ask(service, '/nothing/here')).text();
    await (await ask(service, '/healthz')).text();
    expect(await service.stop()).toMatchObject({ code: 0 });
    const [knownPathSpan, unknownPathSpan, ...more] = collector.spans();
    expect(knownPathSpan).toMatchObject({
      service: 'empty',
      name: 'GET /things/:id',
      traceId,
      parentSpanId: spanId,
    });
    expect(knownPathSpan?.attributes).toMatchObject({
      'http.route': '/things/:id',
      'http.response.status_code': 200,
    });
    expect(unknownPathSpan).toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 404 } });
    expect(more).toEqual([]);
    expect(collector.received()).not.toMatch(/7f3a|s3cret|here/);
  });

  it('ends the span of an event stream when the stream starts', async () => {
    const collector = await collect();
    const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...QUICKLY });
    stopAll.push(service.stop);
    const stream = await ask(service, '/live');
    await eventually(() => expect(collector.spans().map(({ name }) => name)).toEqual(['GET /live']));
    await stream.body?.cancel();
  });

  it('ignores an invalid traceparent', async () => {
    const collector = await collect();
    const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const wrong = [
      '00-<script>-0000000000000001-01',
      `00-${'0'.repeat(32)}-0000000000000001-01`,
      'x'.repeat(4_000),
    ];
    for (const traceparent of wrong) expect((await ask(service, '/quick', { traceparent })).status).toBe(200);
    await service.stop();
    expect(collector.spans().map(({ parentSpanId }) => parentSpanId)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the sampler', () => {
  const recorded = async (env: Record<string, string>, sampled: boolean): Promise<number> => {
    const collector = await collect();
    const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });
    await (await ask(service, '/quick', newTrace({ sampled }).headers)).text();
    await service.stop();
    return collector.spans().length;
  };

  it('follows the sampling decision of the caller by default', async () => {
    expect(await recorded({}, true)).toBe(1);
    expect(await recorded({}, false)).toBe(0);
  });

  it('ignores the sampling decision of a browser if it is traceidratio', async () => {
    const share = (text: string) => ({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: text });
    expect(await recorded(share('0'), true)).toBe(0);
    expect(await recorded(share('1'), false)).toBe(1);
  });
});

describe.each([
  ['hangs', async () => (await collect({ hangs: true })).url],
  ['is down', nowhere],
])('a collector that %s', (_what, addressOf) => {
  it('neither delays nor fails requests, and does not delay the shutdown', async () => {
    const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: await addressOf(), ...QUICKLY });
    const durations: number[] = [];
    for (let round = 0; round < 60; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const began = performance.now();
          const response = await ask(service, '/quick');
          await response.text();
          expect(response.status).toBe(200);
          durations.push(performance.now() - began);
        }),
      );
    expect(durations).toHaveLength(3_000);
    // Without our limit the exporter would wait for ten seconds.
    expect(Math.max(...durations)).toBeLessThan(5_000);
    const { code, tookMs } = await service.stop();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(5_000);
  });
});

it('an unavailable collector is logged once, outside the context of a request', async () => {
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: await nowhere(), ...QUICKLY });
  stopAll.push(service.stop);
  const { traceId, headers } = newTrace();
  const reported = () => service.lines.filter(({ msg }) => msg === 'spans not exported');
  await eventually(async () => {
    await (await ask(service, '/quick', headers)).text();
    expect(reported()).toHaveLength(1);
  });
  expect(reported()[0]?.reason).toMatch(/ECONNREFUSED/);
  expect(reported()[0]).not.toHaveProperty('traceId');
  expect(service.lines).toContainEqual(expect.objectContaining({ msg: 'request completed', traceId }));
});

describe('without a collector', () => {
  it('adds no trace to headers and events', () => {
    const { id } = samples.courseChanged;
    expect(traceHeaders()).toEqual({});
    const event = createEvent(courseChanged, id, samples.courseChanged);
    expect(event).not.toHaveProperty('trace');
    expect(toRecord(event.topic, event)).not.toHaveProperty('headers');
  });

  it.each([
    ['no variable', {}],
    ['an empty variable', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    ['OTEL_SDK_DISABLED', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
  ])('opens no span: %s', async (_why, env) => {
    const config = readConfig(processConfigSchema, { PORT: '0', ...env });
    const { stop } = await startTracing('test', config, createLogger('test', 'silent'));
    const about = { kind: SpanKind.INTERNAL, attributes: {} };
    expect(await inSpan('work', about, async () => ({ ...traceHeaders(), ...traceFields() }))).toEqual({});
    await stop();
  });

  it('sends nothing to a configured but disabled collector', async () => {
    const collector = await collect();
    const service = await startService({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SDK_DISABLED: 'true',
    });
    expect((await ask(service, '/quick', newTrace().headers)).status).toBe(200);
    expect(await service.stop()).toMatchObject({ code: 0 });
    expect(collector.received()).toBe('');
  });
});

describe('the settings of tracing', () => {
  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '7'],
  ])('%s=%s prevents the start', (name, value) => {
    expect(() => readConfig(processConfigSchema, { PORT: '0', [name]: value })).toThrow(`${name} is wrong`);
  });
});

it('a Kafka message has the trace of its event as a header', () => {
  const { traceparent } = newTrace().headers;
  const event = createEvent(courseChanged, samples.courseChanged.id, samples.courseChanged);
  const message = toRecord(event.topic, { ...event, trace: traceparent });
  expect(message.headers).toEqual({ traceparent });
  expect(JSON.parse(String(message.value))).toMatchObject({ trace: traceparent });
});
