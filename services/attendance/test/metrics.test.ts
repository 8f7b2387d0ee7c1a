import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, readMetrics } from '@qr-attendance/test-kit';
import { person, startCampus, type Campus } from './campus.ts';

let campus: Campus;
let metricsUrl: string;
beforeAll(async () => {
  campus = await startCampus({
    env: { attendance: { METRICS_PORT: '0', LOG_LEVEL: 'info' } },
  });
  metricsUrl = await campus.metricsUrl();
});
afterAll(() => campus.stop());
const scrape = () => readMetrics(metricsUrl);

describe('the metrics of the attendance service', () => {
  it('count marks by result, without labels for students, sessions or tickets', async () => {
    const { mark, members, session } = await campus.holdClass(3);
    expect((await mark(members[0])).status).toBe(201);
    expect((await mark(members[1])).status).toBe(201);
    for (let n = 0; n < 3; n += 1) expect((await mark(members[1])).status).toBe(201);
    expect((await mark(members[2], { pin: '0000' })).status).toBe(503);
    expect((await mark(members[2], { ticket: 'made up' })).status).toBe(403);
    const metrics = await scrape();
    const of = (result: string, code = '') =>
      metrics.get(`attendance_marks_total{code="${code}",result="${result}"}`);
    expect(of('recorded')).toBe(2);
    expect(of('repeated')).toBe(3);
    expect(of('refused', 'try_again')).toBe(1);
    expect(of('refused', 'ticket_invalid')).toBe(1);
    const marked = 'method="POST",route="/api/attendance"';
    expect(metrics.get(`http_request_duration_seconds_count{${marked},status="2xx"}`)).toBe(5);
    const all = [...metrics.keys()].join('\n');
    for (const secret of [session.id, ...members.map(({ user }) => user.id)])
      expect(all).not.toContain(secret);
  });

  it('are all documented', async () => {
    const manual = await readFile(
      join(import.meta.dirname, '../../../docs/operations/monitoring.md'),
      'utf8',
    );
    // A heading with a service's name applies only to that service.
    const sections = manual
      .split(/^### /m)
      .filter((text) => !/^.*\((?!attendance)\w+\)$/m.test(text.split('\n', 1)[0] ?? ''));
    const explained = sections.flatMap((text) =>
      [...text.matchAll(/^- `([a-z_]+)`(?![^\n:]*\(gateway\))/gm)].map(([, name]) => name),
    );
    const text = await (await fetch(metricsUrl)).text();
    const exposed = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
    expect(exposed).toEqual(expect.arrayContaining(explained));
    expect(explained).toEqual(
      expect.arrayContaining(exposed.filter((name) => !/^(nodejs|process)_/.test(name))),
    );
  });

  it('are not served on the port behind the gateway', async () => {
    expect((await fetch(`${campus.services.urls.attendance}/metrics`)).status).toBe(404);
  });

  it('cover pools, breakers, dead letters and the outbox', async () => {
    const metrics = await scrape();
    for (const pool of ['attendance', 'attendance reports', 'attendance recounts', 'attendance relay'])
      for (const state of ['total', 'idle', 'waiting'])
        expect(metrics.get(`database_pool_connections{pool="${pool}",state="${state}"}`)).toEqual(
          expect.any(Number),
        );
    expect(metrics.get('database_pool_connections{pool="attendance",state="total"}')).toBeGreaterThan(0);
    for (const upstream of ['auth', 'course', 'session'])
      expect(metrics.get(`breaker_state{state="closed",upstream="${upstream}"}`)).toBe(1);
    expect(metrics.get('dead_letters{group="attendance"}')).toBe(0);
    await eventually(async () => expect((await scrape()).get('outbox_depth')).toBe(0));
  });

  it('show a rising lag while the consumer is stalled, and a falling one when it continues', async () => {
    const lag = async () =>
      (await scrape()).get(`event_consumer_lag{group="attendance",topic="${userChanged.name}"}`) ?? -1;
    await eventually(async () => expect(await lag()).toBe(0));
    const client = await campus.database.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE people IN ACCESS EXCLUSIVE MODE');
      for (let n = 0; n < 200; n += 1) {
        const { id, name, userType } = person('STUDENT', `Student ${n}`);
        const changed = { id, name, userType, email: `${id}@campus.example`, version: 1 };
        await campus.bus.publish(createEvent(userChanged, id, changed));
      }
      await eventually(async () => expect(await lag()).toBeGreaterThanOrEqual(100));
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    await eventually(async () => expect(await lag()).toBe(0));
  });
});
