import { PAGE_SIZE, routes, type Unit } from '@qr-attendance/contracts';
import { apiKey, useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useOwnRoles } from './viewer.ts';

export const UNITS = apiKey(routes.course.listUnits);

/** Loads all units, because the page shows the whole tree. */
const useAllUnits = () => {
  const api = useApi();
  return useQuery({
    queryKey: UNITS,
    queryFn: async ({ signal }) => {
      const units: Unit[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: PAGE_SIZE.max, ...(cursor && { cursor }) };
        const { items, nextCursor } = await api.page(routes.course.listUnits, { query, signal });
        units.push(...items);
        cursor = nextCursor;
      } while (cursor);
      return units;
    },
  });
};

const within = (units: Unit[], own: ReadonlySet<string>): Unit[] => {
  const parents = new Map(units.map(({ _id, parentId }) => [_id, parentId]));
  const isOwn = (id: string | undefined): boolean =>
    id !== undefined && (own.has(id) || isOwn(parents.get(id)));
  return units.filter(({ _id }) => isOwn(_id));
};

/**
 * Returns all units to an administrator; other users get the units in which they have a role, with all
 * sub-units.
 */
export const useUnits = () => {
  const query = useAllUnits();
  const { isAdmin, roles } = useOwnRoles();
  const own = new Set((roles ?? []).map(({ unit }) => unit._id));
  const data = query.data && (isAdmin ? query.data : roles && within(query.data, own));
  return { ...query, data };
};
