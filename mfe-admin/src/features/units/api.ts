import { PAGE_SIZE, routes, type InputOf, type Unit } from '@qr-attendance/contracts';
import { apiKey, useApi, useApiMutation, useRefetch } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';

const UNITS = apiKey(routes.course.listUnits);

export type NewUnit = InputOf<typeof routes.course.createUnit, 'body'>;

/** Loads all units, because the page shows the tree as a whole. */
export const useUnits = () => {
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

/** Reloaded after a refusal too, because the unit may have changed. */
const useReload = () => {
  const refetch = useRefetch();
  return { onSettled: () => refetch([UNITS]) };
};

export const useSaveUnit = (known: Unit | undefined) => {
  const reload = useReload();
  const create = useApiMutation(routes.course.createUnit, (unit: NewUnit) => ({ body: unit }), reload);
  const edit = useApiMutation(
    routes.course.editUnit,
    ({ kind: _fixed, ...details }: NewUnit) => ({
      params: { id: known?._id ?? '' },
      body: { ...details, version: known?.version ?? 0 },
    }),
    reload,
  );
  return known ? edit : create;
};

export const useDeleteUnit = (id: string) =>
  useApiMutation(routes.course.deleteUnit, () => ({ params: { id } }), useReload());
