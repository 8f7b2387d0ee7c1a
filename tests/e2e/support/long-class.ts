import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AttendanceRecord, FreshCode, Roster, Session } from '@qr-attendance/contracts';
import type { Member } from './campus.ts';
import type { World } from './world.ts';

const WINDOW_MS = 30_000;

export interface LongClass {
  url: string;
  /** The server's clock, which follows the clocks of the pages. */
  now: number;
  isCut: boolean;
  mark: (student: number) => void;
  countStreams: () => number;
  countOpenRequests: () => number;
  countRequests: () => number;
  drop: () => void;
  close: () => Promise<void>;
}

const idOf = (n: number): string => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A token with a signature that nobody verifies. */
const tokenOf = ({ token }: Member, now: number): string => {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const iat = Math.floor(now / 1_000);
  const renewed = JSON.stringify({ ...claims, iat, exp: iat + 900 });
  return `${header}.${Buffer.from(renewed).toString('base64url')}.none`;
};

/**
 * A server in front of the system that simulates a class of hours within minutes: it answers live requests of
 * a class by its own clock, and forwards all others.
 */
export const startLongClass = async (
  target: string,
  { teacher, session, course }: Pick<World, 'teacher' | 'session' | 'course'>,
  students: number,
): Promise<LongClass> => {
  const agent = new Agent({ keepAlive: true });
  const marks = new Map<number, AttendanceRecord>();
  const streams = new Map<ServerResponse, 'mark' | 'changed'>();
  let open = 0;
  let requests = 0;

  const studentOf = (n: number) => ({ _id: idOf(n), name: `Student ${n}`, email: `s${n}@campus.example` });
  const sessionOfMarks = {
    _id: session._id,
    course: session.course,
    date: session.date,
    startTime: session.startTime,
  };
  const codeAt = (window: number) => `K${String(window).slice(-7)}`;
  const freshCode = (): FreshCode => {
    const window = Math.floor(long.now / WINDOW_MS);
    const shownForMs = (window + 1) * WINDOW_MS - long.now;
    return {
      qrCode: codeAt(window),
      refreshInterval: WINDOW_MS / 1_000,
      codeExpiresAt: new Date(long.now + shownForMs).toISOString(),
      shownForMs,
      nextCodes: [codeAt(window + 1), codeAt(window + 2), codeAt(window + 3)],
    };
  };
  const roster = (): Roster => ({
    session: sessionOfMarks,
    entries: Array.from({ length: students }, (_, n) => {
      const record = marks.get(n);
      const entry = { student: studentOf(n), enrolledAt: session.startTime, courseId: course._id };
      if (!record) return entry;
      const { student: _student, session: _session, ...mark } = record;
      return { ...entry, mark };
    }),
  });
  const answers: Record<string, () => unknown> = {
    [`GET /api/sessions/${session._id}`]: (): Session => {
      const { qrCode, codeExpiresAt, refreshInterval } = freshCode();
      const attendanceCount = marks.size;
      return { ...session, qrCode, codeExpiresAt, refreshInterval, attendanceCount };
    },
    [`POST /api/sessions/${session._id}/refresh`]: freshCode,
    'GET /api/attendance/roster': roster,
    'GET /api/attendance/roster/counts': () => ({ students, marked: marks.size }),
    'GET /api/attendance/attempts': () => [],
    'GET /api/attendance/refused': () => ({ students: [], others: 0 }),
    'POST /api/auth/refresh': () => ({ token: tokenOf(teacher, long.now) }),
  };

  const stream = (to: ServerResponse, event: 'mark' | 'changed'): void => {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    to.write(': open\n\n');
    to.once('close', () => streams.delete(to));
    streams.set(to, event);
  };
  const forward = (from: IncomingMessage, to: ServerResponse): void => {
    const { authorization, ...headers } = from.headers;
    const outgoing = sendRequest(new URL(from.url ?? '', target), {
      method: from.method ?? 'GET',
      headers: { ...headers, ...(authorization && { authorization: `Bearer ${teacher.token}` }) },
      agent,
    });
    outgoing.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    outgoing.on('error', () => to.destroy());
    from.pipe(outgoing);
  };
  const server = createServer((from, to) => {
    if (long.isCut) return void from.destroy();
    requests += 1;
    const { pathname, searchParams } = new URL(from.url ?? '', target);
    if (pathname === '/api/attendance/live')
      return stream(to, searchParams.get('only') === 'changes' ? 'changed' : 'mark');
    open += 1;
    to.once('close', () => (open -= 1));
    const answer = answers[`${from.method} ${pathname}`];
    if (!answer) return forward(from, to);
    from.resume();
    to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const long: LongClass = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: Date.now(),
    isCut: false,
    mark: (n) => {
      const record: AttendanceRecord = {
        _id: `${session._id}-${idOf(n)}`,
        student: studentOf(n),
        session: sessionOfMarks,
        timestamp: new Date(long.now).toISOString(),
        status: 'PRESENT',
      };
      marks.set(n, record);
      const data = { mark: JSON.stringify(record), changed: '{}' };
      for (const [to, event] of streams) to.write(`event: ${event}\ndata: ${data[event]}\n\n`);
    },
    countStreams: () => streams.size,
    countOpenRequests: () => open,
    countRequests: () => requests,
    drop: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return long;
};
