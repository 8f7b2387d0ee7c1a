import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes, type AttendanceRecord, type Course, type Session } from '@qr-attendance/contracts';
import {
  type CollectedSpan,
  type Collector,
  eventually,
  type Member,
  newTrace,
  signedMark,
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
  let teacher: Member;
  let student: Member;
  let course: Course;
  let session: Session;
  const registration = newTrace();
  const opening = newTrace();

  beforeAll(async () => {
    if (!possible) return;
    collector = await startCollector();
    system = await startWholeSystem({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' },
      kafka: bus === 'PostgreSQL' ? undefined : brokers,
    });
    const { campus } = system;
    teacher = await campus.register({ userType: 'TEACHER' }, registration.headers);
    student = await campus.preparedStudent();
    course = await campus.course(teacher);
    await campus.enroll(student, course);
    session = await campus.session(teacher, course, { refreshInterval: 300 }, opening.headers);
  });
  afterAll(async () => {
    await system?.stop();
    await collector?.stop();
  });

  const pathTo = (isLast: (span: CollectedSpan) => boolean, trace: { traceId: string; spanId: string }) =>
    eventually(() => {
      const spans = collector.spans().filter(({ traceId }) => traceId === trace.traceId);
      const path: string[] = [];
      let span = spans.find(isLast);
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

  test('cover everything from the scan to the attendance count of the session', async () => {
    const scan = newTrace();
    const { campus } = system;
    const qrCode = session.qrCode ?? '';
    const { ticket } = await campus.call(routes.session.verifyCode, {
      token: student.token,
      params: { qrCode },
      headers: scan.headers,
    });
    const { headers: signature, ...mark } = signedMark(student, { ticket });
    // A request from the same page has the same trace and a new span.
    const marking = { ...newTrace(), traceId: scan.traceId };
    const traceparent = `00-${marking.traceId}-${marking.spanId}-01`;
    const record = await campus.must<AttendanceRecord>('POST', '/api/attendance', {
      ...mark,
      headers: { ...signature, traceparent },
    });
    await eventually(async () => {
      const { token } = teacher;
      const seen = await campus.call(routes.session.getSession, { token, params: { id: session._id } });
      expect(seen.attendanceCount).toBe(1);
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
    const secrets = [qrCode, session._id, ticket, record._id, student.deviceId];
    for (const secret of [
      ...secrets,
      ...[teacher, student].flatMap(({ id, email, token: own }) => [id, email, own]),
    ])
      expect(received).not.toContain(secret);
  });

  test('continue through the outbox of each kind of database', async () => {
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

  test('include the call to the auth service that precedes counting a wrong PIN', async () => {
    const { campus } = system;
    const other = await campus.preparedStudent(undefined, { requirePin: true });
    await campus.enroll(other, course);
    const { ticket } = await campus.scan(other, session.qrCode ?? '');
    const wrong = newTrace();
    const { headers: signature, ...mark } = signedMark(other, { ticket, pin: '1357' });
    const headers = { ...signature, ...wrong.headers };
    expect(await campus.exchange('POST', '/api/attendance', { ...mark, headers })).toMatchObject({
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
