import { routes, type Complete, type InputOf, type Unit } from '@qr-attendance/contracts';
import { useApiMutation, useRefetch } from '@qr-attendance/web-kit';
import { UNITS } from '../../shared/units.ts';

export type NewUnit = Complete<InputOf<typeof routes.course.createUnit, 'body'>>;

/** Reloads even after a refusal, because the unit may have changed. */
const useReload = () => {
  const refetch = useRefetch();
  return { onSettled: () => refetch([UNITS]) };
};

export const useSaveUnit = (existing: Unit | undefined) => {
  const reload = useReload();
  const create = useApiMutation(routes.course.createUnit, (unit: NewUnit) => ({ body: unit }), reload);
  const edit = useApiMutation(
    routes.course.editUnit,
    ({ kind: _fixed, ...details }: NewUnit) => ({
      params: { id: existing?._id ?? '' },
      body: { ...details, version: existing?.version ?? 0 },
    }),
    reload,
  );
  return existing ? edit : create;
};

export const useDeleteUnit = (id: string) =>
  useApiMutation(routes.course.deleteUnit, () => ({ params: { id } }), useReload());
