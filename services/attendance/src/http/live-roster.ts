import type { AttendanceRecord } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/service-kit';
import { createChannel, createSession, type Channel } from 'better-sse';
import type { Request, Response } from 'express';

/** Open roster streams of this replica, by session; marks are told as records. */
export const createLiveRoster = ({
  loadRecords,
  log,
}: {
  loadRecords: (markIds: string[]) => Promise<AttendanceRecord[]>;
  log: Logger;
}) => {
  const channels = new Map<string, Channel>();
  const responses = new Set<Response>();
  const waiting = new Map<string, string[]>();

  const flush = async (): Promise<void> => {
    const batches = [...waiting];
    waiting.clear();
    for (const [sessionId, markIds] of batches) {
      const records = await loadRecords(markIds);
      for (const record of records) channels.get(sessionId)?.broadcast(record, 'mark');
    }
  };

  return {
    open: async (sessionId: string, request: Request, response: Response): Promise<void> => {
      const channel = channels.get(sessionId) ?? createChannel();
      channels.set(sessionId, channel);
      responses.add(response);
      response.once('close', () => {
        responses.delete(response);
        if (channel.sessionCount === 0) channels.delete(sessionId);
      });
      const stream = await createSession(request, response, { keepAlive: 15_000 });
      channel.register(stream);
      stream.push({}, 'open');
    },

    /** Marks that arrive in one burst are loaded together. */
    tell: (sessionId: string, markId: string): void => {
      if (!channels.has(sessionId)) return;
      if (waiting.size === 0)
        setImmediate(() => {
          flush().catch((error: unknown) => log.warn({ err: error }, 'live roster: a mark was not told'));
        });
      waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), markId]);
    },

    /** Ends every stream; the pages come back and read the whole roster anew. */
    endAll: (): void => {
      for (const response of responses) response.end();
    },
  };
};
export type LiveRoster = ReturnType<typeof createLiveRoster>;
