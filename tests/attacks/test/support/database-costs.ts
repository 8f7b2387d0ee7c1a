import { currentRequestId } from '@qr-attendance/observability';
import mongoose from 'mongoose';
import pg from 'pg';

export interface Cost {
  statements: number;
  rows: number;
}

const costs = new Map<string, Cost>();
const add = (id: string | undefined, statements: number, rows: number): void => {
  if (id === undefined) return;
  const cost = costs.get(id) ?? { statements: 0, rows: 0 };
  costs.set(id, { statements: cost.statements + statements, rows: cost.rows + rows });
};

export const costOf = (requestId: string): Cost => costs.get(requestId) ?? { statements: 0, rows: 0 };

type Query = (...args: unknown[]) => unknown;
const rowsOf = (result: unknown): number => {
  const { rows } = (result ?? {}) as { rows?: unknown[] };
  return rows?.length ?? 0;
};

export const watchDatabases = (): void => {
  mongoose.set('debug', () => add(currentRequestId(), 1, 0));
  const cursors = mongoose.mongo.AbstractCursor.prototype as { toArray: () => Promise<unknown[]> };
  const { toArray } = cursors;
  cursors.toArray = async function readAll(this: unknown) {
    const rows = await toArray.call(this as never);
    add(currentRequestId(), 0, rows.length);
    return rows;
  };
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function watchedQuery(this: unknown, ...args: unknown[]) {
    const id = currentRequestId();
    const count = (result: unknown) => add(id, 0, rowsOf(result));
    add(id, 1, 0);
    const callback = args.at(-1);
    // Connection pools pass a callback.
    if (typeof callback === 'function')
      args[args.length - 1] = (error: unknown, result: unknown) => {
        count(result);
        (callback as Query)(error, result);
      };
    const answer = query.apply(this, args);
    if (answer instanceof Promise) void answer.then(count).catch(() => undefined);
    return answer;
  };
};
