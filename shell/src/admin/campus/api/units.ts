import { PAGE_SIZE, routes, type InputOf, type Unit } from '@qr-attendance/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useIdentityState } from '../../../identity/identity-context.ts';

const UNITS = ['admin', 'units'];

export type NewUnit = InputOf<typeof routes.course.createUnit, 'body'>;

/** Loads all units, because the page shows the tree as a whole. */
export const useUnits = () => {
  const { api } = useIdentityState();
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

export const useSaveUnit = (known: Unit | undefined) => {
  const { api } = useIdentityState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, ...details }: NewUnit) =>
      known
        ? api.call(routes.course.editUnit, {
            params: { id: known._id },
            body: { ...details, version: known.version },
          })
        : api.call(routes.course.createUnit, { body: { kind, ...details } }),
    onSettled: () => queries.invalidateQueries({ queryKey: UNITS }),
  });
};

export const useDeleteUnit = (id: string) => {
  const { api } = useIdentityState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.course.deleteUnit, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: UNITS }),
  });
};
