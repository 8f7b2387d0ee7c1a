import type { Person } from '../../src/target/people.ts';
import type { Campus } from './campus.ts';
import type { CallerName } from './role-table.ts';

/**
 * A request to a route. Objects that the request changes or deletes are created separately for each caller.
 */
export interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  as?: Person | undefined;
}
export type CreateRequest = (campus: Campus, caller: CallerName) => RequestInput | Promise<RequestInput>;
