import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, readMetrics, type TestUser } from '@qr-attendance/test-kit';
import { ago, person, startCampus, type Campus, type HeldClass } from './campus.ts';

const MAX_STREAMS = 3;
const BIG_NAME = 'x'.repeat(40_000);
const MANY = 2_000;

let campus: Campus;
let metricsUrl: string;
const undo: (() => void)[] = [];
beforeAll(async () => {
  campus = await startCampus({
    env: {
      attendance: { METRICS_PORT: '0', LOG_LEVEL: 'info', LIVE_STREAMS_PER_PERSON: String(MAX_STREAMS) },
    },
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

const ask = (heldClass: HeldClass, token = campus.services.tokenFor(heldClass.teacher)) => {
  const leave = new AbortController();
  undo.push(() => leave.abort());
  const headers = { authorization: `Bearer ${token}` };
  const response = fetch(campus.services.urls.attendance + pathOf(heldClass), {
    headers,
    signal: leave.signal,
  });
  return { response, leave: () => leave.abort() };
};
const watch = async (heldClass: HeldClass, token?: string) => {
  const { response, leave } = ask(heldClass, token);
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
const markOf = async (heldClass: HeldClass) => ((await heldClass.mark()).body as { _id: string })._id;

describe('a live roster', () => {
  it('is released once its last client has disconnected', async () => {
    const before = (await metric('attendance_live_sessions')) ?? 0;
    const heldClass = await campus.holdClass(1);
    const [first, second] = [await watch(heldClass), await watch(heldClass)];
    expect(await metric('attendance_live_sessions')).toBe(before + 1);
    first.leave();
    second.leave();
    await eventually(async () => expect(await metric('attendance_live_sessions')).toBe(before));
  });

  it('delivers the marks of one session even if the marks of another session cannot be loaded', async () => {
    const [broken, whole] = [await campus.holdClass(1), await campus.holdClass(1)];
    const markId = await markOf(whole);
    const [, reader] = [await watch(broken), await watch(whole)];
    await notify([broken.session.id, 'no-id'], [whole.session.id, markId]);
    await reader.hear(new RegExp(markId));
  });

  it('reports an undone mark', async () => {
    const heldClass = await campus.holdClass(1);
    const reader = await watch(heldClass);
    const set = await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', {
      sessionId: heldClass.session.id,
      status: 'LATE',
      students: [{ studentId: heldClass.members[0]!.user.id }],
    });
    expect(set.status).toBe(200);
    const [mark] = (set.body as { marks: { _id: string }[] }).marks;
    await reader.hear(new RegExp(mark!._id));
    const body = { sessionId: heldClass.session.id, marks: [{ markId: mark!._id }] };
    const cleared = await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses/clear', body);
    expect(cleared).toMatchObject({ status: 200, body: { refused: [] } });
    await reader.hear(/event: ?withdrawn/);
  });

  it('reports that the session has changed', async () => {
    const heldClass = await campus.holdClass(1);
    const reader = await watch(heldClass);
    await campus.publishSession({ ...heldClass.session, lateAfterMinutes: 1, version: 2 });
    await reader.hear(/event: ?changed/);
  });

  it('ends if marks could not be loaded, so the page reloads all of them', async () => {
    const heldClass = await campus.holdClass(1);
    const markId = await markOf(heldClass);
    const before = (await ended('unsent')) ?? 0;
    const reader = await watch(heldClass);
    await campus.database.query('ALTER TABLE selfies RENAME TO selfies_away');
    try {
      await notify([heldClass.session.id, markId]);
      await reader.untilEnd();
    } finally {
      await campus.database.query('ALTER TABLE selfies_away RENAME TO selfies');
    }
    expect(await ended('unsent')).toBe(before + 1);
  });

  it('ends when its user is suspended', async () => {
    const heldClass = await campus.holdClass(1);
    const reader = await watch(heldClass);
    const [at, until] = [0, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await tell(heldClass.teacher, { suspended: true, signedOut: { times: 1, at, until } });
    await reader.untilEnd();
    expect((await ask(heldClass).response).status).toBe(401);
    expect(await ended('suspended')).toBe(1);
  });

  it('ends when its user’s role ends, and continues for other staff', async () => {
    const heldClass = await campus.holdClass(1);
    const assistant = person('TEACHER');
    await campus.publishStaff(heldClass.course, [[assistant, 'assistant']], 2);
    const [reader, owner] = [
      await watch(heldClass, campus.services.tokenFor(assistant)),
      await watch(heldClass),
    ];
    await campus.publishStaff(heldClass.course, [[assistant, 'assistant', { until: ago(0) }]], 3);
    await reader.untilEnd();
    expect((await ask(heldClass, campus.services.tokenFor(assistant)).response).status).toBe(404);
    expect(await ended('not_staff')).toBe(1);
    await heldClass.mark();
    await owner.hear(/event: ?mark/);
  });

  it('ends when the token that opened it expires', async () => {
    const heldClass = await campus.holdClass(1);
    const [short, long] = [
      await watch(heldClass, campus.services.tokenFor(heldClass.teacher, 2)),
      await watch(heldClass),
    ];
    await short.untilEnd();
    expect(await ended('expired')).toBe(1);
    await heldClass.mark();
    await long.hear(/event: ?mark/);
  });

  it('ends when its user signs out everywhere, unless it was opened with a later token', async () => {
    const heldClass = await campus.holdClass(1);
    const { teacher } = heldClass;
    const reader = await watch(heldClass, campus.services.tokenFor({ ...teacher, signOuts: 0 }));
    const now = Date.now();
    const moment = (ms: number) => new Date(now + ms).toISOString();
    await tell(teacher, { signedOut: { times: 1, at: moment(0), until: moment(60_000) } });
    await reader.untilEnd();
    expect(await ended('signed_out')).toBe(1);
    expect(
      (await ask(heldClass, campus.services.tokenFor({ ...teacher, signOuts: 0 })).response).status,
    ).toBe(401);
    // Tokens contain the number of sign-outs, so their order is known even within one second.
    await watch(heldClass, campus.services.tokenFor({ ...teacher, signOuts: 1 }));
  });

  it('is rejected with Retry-After for a user with too many open rosters, until one is closed', async () => {
    const heldClass = await campus.holdClass(1);
    const readers = [];
    for (let n = 0; n < MAX_STREAMS; n++) readers.push(await watch(heldClass));
    const refused = await ask(heldClass).response;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'too_many_streams' });
    expect(await metric('attendance_live_streams_refused_total')).toBe(1);
    await watch(await campus.holdClass(1));
    readers[0]?.leave();
    await eventually(async () => {
      const { response, leave } = ask(heldClass);
      const { status } = await response;
      leave();
      expect(status).toBe(200);
    });
  });

  it('ends for a client that does not read, and continues for other clients', async () => {
    const heldClass = await campus.holdClass(1);
    const markId = await markOf(heldClass);
    await campus.database.query('UPDATE people SET name = $2 WHERE id = $1', [
      heldClass.members[0]?.user.id,
      BIG_NAME,
    ]);
    const { hostname, port } = new URL(campus.services.urls.attendance);
    const lazy = await new Promise<Socket>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket));
    });
    undo.push(() => lazy.destroy());
    lazy.pause();
    lazy.write(
      `GET ${pathOf(heldClass)} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${campus.services.tokenFor(heldClass.teacher)}\r\n\r\n`,
    );
    await eventually(async () => expect(await metric('http_event_streams_open')).toBe(1));
    const reader = await watch(heldClass);
    for (let n = 0; n < MANY && (await ended('slow')) !== 1; n++)
      await notify([heldClass.session.id, markId]);
    await eventually(async () => expect(await ended('slow')).toBe(1));
    await reader.hear(/event: ?mark/);
    await eventually(async () => expect(await metric('http_event_streams_open')).toBe(1));
  });
});
