import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, readMetrics, type TestUser } from '@qr-attendance/test-kit';
import { ago, person, startCampus, type Campus, type HeldClass } from './campus.ts';

const MOST = 3;
const BIG_NAME = 'x'.repeat(40_000);
const MANY = 2_000;

let campus: Campus;
let metricsUrl: string;
const undo: (() => void)[] = [];
beforeAll(async () => {
  campus = await startCampus({
    env: { attendance: { METRICS_PORT: '0', LOG_LEVEL: 'info', LIVE_STREAMS_PER_PERSON: String(MOST) } },
  });
  metricsUrl = await campus.metricsUrl();
});
afterEach(() => {
  for (const step of undo.splice(0)) step();
});
afterAll(() => campus.stop());

const metric = async (name: string) => (await readMetrics(metricsUrl)).get(name);
const ended = (reason: string) => metric(`attendance_live_streams_ended_total{reason="${reason}"}`);
const pathOf = ({ session }: HeldClass) => `/api/attendance/live?sessionId=${session.id}`;

/** Opens the live roster as a page does. */
const ask = (held: HeldClass, token = campus.services.tokenFor(held.teacher)) => {
  const leave = new AbortController();
  undo.push(() => leave.abort());
  const headers = { authorization: `Bearer ${token}` };
  const response = fetch(campus.services.urls.attendance + pathOf(held), { headers, signal: leave.signal });
  return { response, leave: () => leave.abort() };
};
const watch = async (held: HeldClass, token?: string) => {
  const { response, leave } = ask(held, token);
  const { status, body } = await response;
  expect(status).toBe(200);
  let heard = '';
  const readAll = async () => {
    for await (const text of body!.pipeThrough(new TextDecoderStream())) heard += text;
  };
  const end = readAll().catch(() => undefined);
  const hear = (what: RegExp) => eventually(() => expect(what.test(heard)).toBe(true));
  await hear(/event: ?open/);
  return { hear, untilEnd: () => end, leave };
};
/** Notifies every replica of records, as each write does. */
const notify = (...notices: [sessionId: string, markId: string][]) =>
  campus.database.query(`SELECT pg_notify('records', notice) FROM unnest($1::text[]) AS notice`, [
    notices.map(([sessionId, markId]) => `${sessionId} ${markId.slice(25) || 'no-id'}`),
  ]);
const tell = ({ id, name, userType }: TestUser, changes: object) =>
  campus.bus.publish(
    createEvent(userChanged, id, {
      id,
      name,
      userType,
      email: `${id}@campus.example`,
      suspended: false,
      erased: false,
      version: 2,
      ...changes,
    }),
  );
const markOf = async (held: HeldClass) => ((await held.mark()).body as { _id: string })._id;

describe('a live roster', () => {
  it('is no longer watched once its last client has left', async () => {
    const before = (await metric('attendance_live_sessions')) ?? 0;
    const held = await campus.holdClass(1);
    const [first, second] = [await watch(held), await watch(held)];
    expect(await metric('attendance_live_sessions')).toBe(before + 1);
    first.leave();
    second.leave();
    await eventually(async () => expect(await metric('attendance_live_sessions')).toBe(before));
  });

  it('delivers the marks of one session although those of another cannot be loaded', async () => {
    const [broken, whole] = [await campus.holdClass(1), await campus.holdClass(1)];
    const markId = await markOf(whole);
    const [, reader] = [await watch(broken), await watch(whole)];
    await notify([broken.session.id, 'no-id'], [whole.session.id, markId]);
    await reader.hear(new RegExp(markId));
  });

  it('reports an undone mark', async () => {
    const held = await campus.holdClass(1);
    const reader = await watch(held);
    const set = await campus.ask(held.teacher, 'POST', '/api/attendance/statuses', {
      sessionId: held.session.id,
      status: 'LATE',
      students: [{ studentId: held.members[0]!.user.id }],
    });
    expect(set.status).toBe(200);
    const [mark] = (set.body as { marks: { _id: string }[] }).marks;
    await reader.hear(new RegExp(mark!._id));
    const body = { sessionId: held.session.id, marks: [{ markId: mark!._id }] };
    const cleared = await campus.ask(held.teacher, 'POST', '/api/attendance/statuses/clear', body);
    expect(cleared).toMatchObject({ status: 200, body: { refused: [] } });
    await reader.hear(/event: ?withdrawn/);
  });

  it('reports that the session has changed', async () => {
    const held = await campus.holdClass(1);
    const reader = await watch(held);
    await campus.publishSession({ ...held.session, lateAfterMinutes: 1, version: 2 });
    await reader.hear(/event: ?changed/);
  });

  it('ends where marks could not be loaded, so that the page reads all of them', async () => {
    const held = await campus.holdClass(1);
    const markId = await markOf(held);
    const before = (await ended('unsent')) ?? 0;
    const reader = await watch(held);
    await campus.database.query('ALTER TABLE selfies RENAME TO selfies_away');
    try {
      await notify([held.session.id, markId]);
      await reader.untilEnd();
    } finally {
      await campus.database.query('ALTER TABLE selfies_away RENAME TO selfies');
    }
    expect(await ended('unsent')).toBe(before + 1);
  });

  it('ends when its user is suspended', async () => {
    const held = await campus.holdClass(1);
    const reader = await watch(held);
    const [at, until] = [0, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await tell(held.teacher, { suspended: true, signedOut: { times: 1, at, until } });
    await reader.untilEnd();
    expect((await ask(held).response).status).toBe(401);
    expect(await ended('suspended')).toBe(1);
  });

  it('ends when the role of its reader ends, and goes on for other staff', async () => {
    const held = await campus.holdClass(1);
    const assistant = person('TEACHER');
    await campus.publishStaff(held.course, [[assistant, 'assistant']], 2);
    const [reader, owner] = [await watch(held, campus.services.tokenFor(assistant)), await watch(held)];
    await campus.publishStaff(held.course, [[assistant, 'assistant', { until: ago(0) }]], 3);
    await reader.untilEnd();
    expect((await ask(held, campus.services.tokenFor(assistant)).response).status).toBe(404);
    expect(await ended('not_staff')).toBe(1);
    await held.mark();
    await owner.hear(/event: ?mark/);
  });

  it('ends when the token that opened it expires', async () => {
    const held = await campus.holdClass(1);
    const [short, long] = [await watch(held, campus.services.tokenFor(held.teacher, 2)), await watch(held)];
    await short.untilEnd();
    expect(await ended('expired')).toBe(1);
    await held.mark();
    await long.hear(/event: ?mark/);
  });

  it('ends when its user signs out everywhere, like requests with earlier tokens and unlike those with later ones', async () => {
    const held = await campus.holdClass(1);
    const { teacher } = held;
    const reader = await watch(held, campus.services.tokenFor({ ...teacher, signOuts: 0 }));
    const now = Date.now();
    const moment = (ms: number) => new Date(now + ms).toISOString();
    await tell(teacher, { signedOut: { times: 1, at: moment(0), until: moment(60_000) } });
    await reader.untilEnd();
    expect(await ended('signed_out')).toBe(1);
    expect((await ask(held, campus.services.tokenFor({ ...teacher, signOuts: 0 })).response).status).toBe(
      401,
    );
    // Within the same second: it is counted, not timed.
    await watch(held, campus.services.tokenFor({ ...teacher, signOuts: 1 }));
  });

  it('is rejected with Retry-After for a user with too many, until one of them is closed', async () => {
    const held = await campus.holdClass(1);
    const readers = [];
    for (let n = 0; n < MOST; n++) readers.push(await watch(held));
    const refused = await ask(held).response;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'too_many_streams' });
    expect(await metric('attendance_live_streams_refused_total')).toBe(1);
    await watch(await campus.holdClass(1));
    readers[0]?.leave();
    await eventually(async () => {
      const { response, leave } = ask(held);
      const { status } = await response;
      leave();
      expect(status).toBe(200);
    });
  });

  it('ends for a client that does not read, and continues for the others', async () => {
    const held = await campus.holdClass(1);
    const markId = await markOf(held);
    await campus.database.query('UPDATE people SET name = $2 WHERE id = $1', [
      held.members[0]?.user.id,
      BIG_NAME,
    ]);
    const { hostname, port } = new URL(campus.services.urls.attendance);
    const lazy = await new Promise<Socket>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket));
    });
    undo.push(() => lazy.destroy());
    lazy.pause();
    lazy.write(
      `GET ${pathOf(held)} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${campus.services.tokenFor(held.teacher)}\r\n\r\n`,
    );
    await eventually(async () => expect(await metric('http_event_streams_open')).toBe(1));
    const reader = await watch(held);
    for (let n = 0; n < MANY && (await ended('slow')) !== 1; n++) await notify([held.session.id, markId]);
    await eventually(async () => expect(await ended('slow')).toBe(1));
    await reader.hear(/event: ?mark/);
    await eventually(async () => expect(await metric('http_event_streams_open')).toBe(1));
  });
});
