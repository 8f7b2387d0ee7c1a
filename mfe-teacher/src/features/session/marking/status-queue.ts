import type { QueryClient } from '@tanstack/react-query';

/** Runs tasks sequentially per student and concurrently across students. */
type StatusQueue = <Result>(studentIds: string[], task: () => Promise<Result>) => Promise<Result>;

const createPressQueue = (): StatusQueue => {
  const last = new Map<string, Promise<unknown>>();
  return (studentIds, task) => {
    const earlier = studentIds.flatMap((id) => last.get(id) ?? []);
    const done = Promise.allSettled(earlier).then(task);
    for (const id of studentIds) last.set(id, done);
    const forget = () => {
      for (const id of studentIds) if (last.get(id) === done) last.delete(id);
    };
    done.then(forget, forget);
    return done;
  };
};

const queues = new WeakMap<QueryClient, Map<string, StatusQueue>>();

/**
 * The query client contains one queue per session, so that presses stay in order when the teacher leaves the
 * page and returns.
 */
export const statusQueueOf = (queries: QueryClient, sessionId: string): StatusQueue => {
  const ofSessions = queues.get(queries) ?? new Map<string, StatusQueue>();
  queues.set(queries, ofSessions);
  const queue = ofSessions.get(sessionId) ?? createPressQueue();
  ofSessions.set(sessionId, queue);
  return queue;
};
