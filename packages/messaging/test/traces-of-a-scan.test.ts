import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CollectedSpan,
  type Collector,
  eventually,
  newTrace,
  startCollector,
  startTestKafka,
} from '@qr-attendance/test-kit';
import { startWholeSystem, type WholeSystem } from './support/whole-system.ts';

const { brokers, missing } = await startTestKafka();

describe.each([
  ['PostgreSQL', true],
  [`Kafka${missing ? ` (${missing})` : ''}`, brokers !== undefined],
])('traces with events on %s', (bus, possible) => {
  const test = possible ? it : it.skip;
  let collector: Collector;
  let system: WholeSystem;
  let teacher: Awaited<ReturnType<WholeSystem['registerTeacher']>>;
  let student: Awaited<ReturnType<WholeSystem['registerStudent']>>;
  let course: { _id: string };
  let session: { _id: string; qrCode: string };
  const registration = newTrace();
  const opening = newTrace();

  beforeAll(async () => {
    if (!possible) return;
    collector = await startCollector();
    system = await startWholeSystem({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' },
      kafka: bus === 'PostgreSQL' ? undefined : brokers,
    });
    teacher = await system.registerTeacher(registration.headers);
    student = await system.registerStudent();
    const { token } = teacher;
    const newCourse = { name: 'Algorithms', code: 'CS201', semester: 3 };
    ({ body: course } = await system.must('POST', '/api/courses', { token, body: newCourse }));
    await system.must('POST', `/api/courses/${course._id}/enroll`, { token: student.token });
    const startTime = new Date(Date.now() - 60_000).toISOString();
    const newSession = {
      courseId: course._id,
      date: startTime.slice(0, 10),
      startTime,
      refreshInterval: 300,
    };
    ({ body: session } = await system.must('POST', '/api/sessions', {
      token,
      body: newSession,
      headers: opening.headers,
    }));
  });
  afterAll(async () => {
    await system?.stop();
    await collector?.stop();
  });

  const pathTo = (found: (span: CollectedSpan) => boolean, trace: { traceId: string; spanId: string }) =>
    eventually(() => {
      const spans = collector.spans().filter(({ traceId }) => traceId === trace.traceId);
      const path: string[] = [];
      let span = spans.find(found);
      while (span) {
        path.push(`${String(span.service)}: ${span.name}`);
        const { parentSpanId }: CollectedSpan = span;
        if (parentSpanId === trace.spanId) return path.toReversed();
        span = spans.find(({ spanId }) => spanId === parentSpanId);
      }
      throw new Error(`no way back to the browser from ${path.join(', ')}`);
    });
  const handled = (service: string, topic: string) => (span: CollectedSpan) =>
    span.service === service && span.name === `process ${topic}`;

  test('lead from the scan to the count of the session', async () => {
    const scan = newTrace();
    const { token, device } = student;
    const verified = await system.must('GET', `/api/sessions/verify/${session.qrCode}`, {
      token,
      headers: scan.headers,
    });
    const { ticket } = verified.body;
    const { deviceId, publicKey: deviceKey } = device;
    const body = JSON.stringify({ ticket, deviceId, deviceKey });
    // The same trace, because the page is the same; another span, because the request is another.
    const marking = { ...newTrace(), traceId: scan.traceId };
    const traceparent = `00-${marking.traceId}-${marking.spanId}-01`;
    const headers = { ...device.headersFor(body), traceparent };
    const { body: record } = await system.must('POST', '/api/attendance', { token, body, headers });
    await eventually(async () => {
      const seen = await system.must('GET', `/api/sessions/${session._id}`, { token: teacher.token });
      expect(seen.body['attendanceCount']).toBe(1);
    });

    const verify = 'GET /api/sessions/verify/:qrCode';
    expect(await pathTo(({ service, name }) => service === 'session' && name === verify, scan)).toEqual([
      `gateway: ${verify}`,
      'gateway: proxy session',
      `session: ${verify}`,
    ]);
    expect(await pathTo(handled('session', 'attendance.marked'), marking)).toEqual([
      'gateway: POST /api/attendance',
      'gateway: proxy attendance',
      'attendance: POST /api/attendance',
      'attendance: publish attendance.marked',
      'session: process attendance.marked',
    ]);

    for (const name of ['gateway', 'attendance'] as const) {
      const lines = (await system.readLog(name)).filter(({ traceId }) => traceId === scan.traceId);
      expect(lines).toContainEqual(expect.objectContaining({ route: '/api/attendance', status: 201 }));
    }
    const received = collector.received();
    const secrets = [session.qrCode, session._id, ticket, record._id, deviceId];
    for (const secret of [
      ...secrets,
      ...[teacher, student].flatMap(({ id, email, token: own }) => [id, email, own]),
    ])
      expect(received).not.toContain(secret);
  });

  test('lead through the outbox of each kind of database', async () => {
    expect(await pathTo(handled('attendance', 'session.session-changed'), opening)).toEqual([
      'gateway: POST /api/sessions',
      'gateway: proxy session',
      'session: POST /api/sessions',
      'session: publish session.session-changed',
      'attendance: process session.session-changed',
    ]);
    expect(await pathTo(handled('course', 'auth.user-changed'), registration)).toEqual([
      'gateway: POST /api/auth/register',
      'gateway: proxy auth',
      'auth: POST /api/auth/register',
      'auth: publish auth.user-changed',
      'course: process auth.user-changed',
    ]);
  });

  test('lead to the owner that is called before a wrong PIN counts', async () => {
    const { token, device } = await system.registerStudent({ requirePin: true });
    await system.must('POST', `/api/courses/${course._id}/enroll`, { token });
    const { ticket } = (await system.must('GET', `/api/sessions/verify/${session.qrCode}`, { token })).body;
    const { deviceId, publicKey: deviceKey } = device;
    const body = JSON.stringify({ ticket, deviceId, deviceKey, pin: '1357' });
    const wrong = newTrace();
    const headers = { ...device.headersFor(body), ...wrong.headers };
    expect(await system.call('POST', '/api/attendance', { token, body, headers })).toMatchObject({
      status: 403,
    });
    const path = await pathTo(
      ({ service, name }) => service === 'auth' && name.startsWith('GET /internal/'),
      wrong,
    );
    expect(path.slice(2)).toEqual([
      'attendance: POST /api/attendance',
      expect.stringMatching(/^attendance: GET \/internal\/.*:\w+/),
      expect.stringMatching(/^auth: GET \/internal\/.*:\w+/),
    ]);
  });
});
