import type { Person } from '../../src/target/people.ts';
import type { Campus } from './campus.ts';
import type { CallerName } from './role-table.ts';

/** What is sent to a route. What a caller uses up is made again for each of them. */
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** A string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Somebody of the same kind, where the caller would not be the same afterwards. */
  as?: Person | undefined;
}
export type MakeAsk = (campus: Campus, caller: CallerName) => Ask | Promise<Ask>;
