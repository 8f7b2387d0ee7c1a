import type { Person } from '../../src/target/people.ts';
import type { Campus } from './campus.ts';
import type { CallerName } from './role-table.ts';

/** A request to a route. Anything that a caller uses up is created for each caller. */
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Another person of the same role, for calls that change their caller. */
  as?: Person | undefined;
}
export type MakeAsk = (campus: Campus, caller: CallerName) => Ask | Promise<Ask>;
