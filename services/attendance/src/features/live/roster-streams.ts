import { isDeepStrictEqual } from 'node:util';
import type { Metrics } from '@qr-attendance/observability';
import { type Caller, DomainError, type Suspensions, whenClosed } from '@qr-attendance/server';
import { createChannel, createEventBuffer, createSession, type Channel, type Session } from 'better-sse';
import type { Request, Response } from 'express';
import type { Lookups } from '../../projections/lookups.ts';
import {
  isVisible,
  type StudentGroup,
  type VisibleSections,
  visibleCondition,
} from '../../projections/visible.ts';

const CHECK_MS = 1_000;
const CHECK_STAFF_MS = 5_000;
const BEAT_MS = 15_000;
/** Slow subscribers are disconnected beyond this size: twice the marks of the largest hall. */
const MAX_UNREAD_BYTES = 2 * 1024 * 1024;
const CLOSE_GRACE_MS = 5_000;
/** Maximum time to detect a broken connection. */
const LOST_STREAM_SECONDS = 30;

/** `unsent`: records could not be loaded, so the page must reload all of them. */
const END_REASONS = [
  'suspended',
  'signed_out',
  'expired',
  'not_staff',
  'slow',
  'unsent',
  'stopping',
] as const;
type EndReason = (typeof END_REASONS)[number];

interface StreamOptions {
  reader: Caller;
  /** Limits the stream to these students; undefined for all. */
  visible: VisibleSections | undefined;
  onlyChanges: boolean;
  response: Response;
}
interface StreamState extends StreamOptions {
  [key: string]: unknown;
  sessionId: string;
}
type Stream = Session<StreamState>;
type Roster = Channel<Record<string, unknown>, StreamState>;

const tooManyStreamsError = () =>
  new DomainError('too_many', 'too_many_streams', 'You have too many live lists open. Close some of them.', {
    retryAfterSeconds: LOST_STREAM_SECONDS,
  });

const declareMetrics = (metrics: Metrics, watched: () => number) => {
  metrics.gauge(
    { name: 'attendance_live_sessions', help: 'Sessions whose live roster is open.', labels: [] },
    () => [{ labels: {}, value: watched() }],
  );
  const countEnd = metrics.counter({
    name: 'attendance_live_streams_ended_total',
    help: 'Live rosters closed by the service, by reason.',
    labels: ['reason'],
  });
  for (const reason of END_REASONS) countEnd({ reason }, 0);
  const countRefusal = metrics.counter({
    name: 'attendance_live_streams_refused_total',
    help: 'Live rosters rejected because the person had too many open.',
    labels: [],
  });
  countRefusal({}, 0);
  return { countEnd, countRefusal };
};

export interface RosterStreamsDeps {
  suspensions: Pick<Suspensions, 'isSuspended' | 'isSignedOut'>;
  lookups: Pick<Lookups, 'findScopesOfSessions'>;
  maxPerPerson: number;
  metrics: Metrics;
}

/**
 * Open roster streams of this replica. A stream ends when its reader's token expires or is revoked, when the
 * reader's role in a course ends or gets other sections, and when the reader is too slow.
 */
export const createRosterStreams = ({ suspensions, lookups, maxPerPerson, metrics }: RosterStreamsDeps) => {
  const rosters = new Map<string, Roster>();
  const openOf = new Map<string, number>();
  const { countEnd, countRefusal } = declareMetrics(metrics, () => rosters.size);

  const rosterOf = (sessionId: string): Roster => {
    const existing = rosters.get(sessionId);
    if (existing) return existing;
    const roster: Roster = createChannel();
    // The library detects a closed connection later than our listener.
    roster.on('session-deregistered', () => {
      if (roster.sessionCount === 0) rosters.delete(sessionId);
    });
    rosters.set(sessionId, roster);
    return roster;
  };
  const streamsOf = (sessionId: string): readonly Stream[] => rosters.get(sessionId)?.activeSessions ?? [];
  const allStreams = (): Stream[] => [...rosters.keys()].flatMap(streamsOf);

  const takePlace = ({ id }: Caller, response: Response): void => {
    const open = openOf.get(id) ?? 0;
    if (open >= maxPerPerson) {
      countRefusal({});
      throw tooManyStreamsError();
    }
    openOf.set(id, open + 1);
    whenClosed(response, () => {
      const left = (openOf.get(id) ?? 1) - 1;
      if (left > 0) openOf.set(id, left);
      else openOf.delete(id);
    });
  };

  const end = (stream: Stream, reason: EndReason): void => {
    const { sessionId, response } = stream.state;
    countEnd({ reason });
    // The stream is deregistered first, because nothing may be written after the end.
    rosters.get(sessionId)?.deregister(stream);
    if (reason === 'slow') response.destroy();
    else response.end();
    setTimeout(() => response.destroy(), CLOSE_GRACE_MS).unref();
  };
  const reasonToEnd = ({ state: { reader, response } }: Stream): EndReason | undefined => {
    if (suspensions.isSuspended(reader.id)) return 'suspended';
    if (suspensions.isSignedOut(reader.claims)) return 'signed_out';
    if (reader.claims.exp * 1_000 <= Date.now()) return 'expired';
    return response.writableLength > MAX_UNREAD_BYTES ? 'slow' : undefined;
  };
  const closeExpired = (streams: readonly Stream[]): void => {
    for (const stream of streams) {
      const reason = reasonToEnd(stream);
      if (reason) end(stream, reason);
    }
  };

  const closeOfFormerStaff = async (): Promise<void> => {
    if (rosters.size === 0) return;
    const scopes = await lookups.findScopesOfSessions([...rosters.keys()]);
    for (const stream of allStreams()) {
      const { sessionId, reader, visible } = stream.state;
      const covered = scopes.get(sessionId);
      const now = new Date();
      if (covered && !isDeepStrictEqual(visibleCondition(reader, 'readCourse', covered, now), visible))
        end(stream, 'not_staff');
    }
  };

  const looking = setInterval(() => closeExpired(allStreams()), CHECK_MS);
  // While the database is unavailable, nothing is sent, so former staff receive nothing.
  const lookingForStaff = setInterval(() => void closeOfFormerStaff().catch(() => undefined), CHECK_STAFF_MS);
  const beat = createEventBuffer().comment().dispatch();
  const beating = setInterval(() => {
    for (const stream of allStreams()) void stream.batch(beat);
  }, BEAT_MS);

  return {
    open: async (
      sessionId: string,
      { request, ...opened }: StreamOptions & { request: Request },
    ): Promise<void> => {
      // The reader disconnected while the session was looked up, so no close event would follow.
      const { reader, response } = opened;
      if (response.closed) return;
      takePlace(reader, response);
      const state = { sessionId, ...opened };
      const stream: Stream = await createSession(request, response, { keepAlive: null, state });
      if (response.closed) return;
      rosterOf(sessionId).register(stream);
      stream.push({}, 'open');
    },
    isWatched: (sessionId: string): boolean => rosters.has(sessionId),
    send: (sessionId: string, data: unknown, event: string, about?: StudentGroup): void => {
      const roster = rosters.get(sessionId);
      const sees = ({ state }: Stream) => !about || isVisible(state.visible, about);
      const wantsRecords = ({ state }: Stream) => !state.onlyChanges || event === 'changed';
      roster?.broadcast(data, event, { filter: (stream) => sees(stream) && wantsRecords(stream) });
      roster?.broadcast({}, 'changed', { filter: (stream) => sees(stream) && !wantsRecords(stream) });
      closeExpired(streamsOf(sessionId));
    },
    endOf: (sessionId: string, reason: EndReason): void => {
      for (const stream of streamsOf(sessionId)) end(stream, reason);
    },
    endAll: (reason: EndReason): void => {
      for (const stream of allStreams()) end(stream, reason);
    },
    close: (): void => {
      clearInterval(looking);
      clearInterval(lookingForStaff);
      clearInterval(beating);
    },
  };
};
