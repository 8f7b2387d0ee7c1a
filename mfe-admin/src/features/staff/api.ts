import { routes, type Complete, type UnitStaff, type UnitStaffTerms } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiPages } from '@qr-attendance/web-kit';

/** Each unit in the response contains all its staff. */
const UNITS_PER_PAGE = 100;

export const useUnitStaff = () => useApiPages(routes.course.listUnitStaff, {}, { limit: UNITS_PER_PAGE });

const refetchStaff = { refetches: [apiKey(routes.course.listUnitStaff)] };

export interface StaffValues extends Complete<UnitStaffTerms> {
  /** Set only for a new staff member. */
  unitId?: string;
  person?: string;
}

/** Omits empty days. */
const termsOf = ({ role, from, until }: StaffValues): Complete<UnitStaffTerms> => ({
  role,
  from: from || undefined,
  until: until || undefined,
});

export const useSaveStaff = (existing: UnitStaff | undefined) => {
  const add = useApiMutation(
    routes.course.addUnitStaff,
    ({ unitId = '', person = '', ...terms }: StaffValues) => ({
      params: { id: unitId },
      body: { person, ...termsOf(terms) },
    }),
    refetchStaff,
  );
  const change = useApiMutation(
    routes.course.changeUnitStaff,
    (terms: StaffValues) => ({
      params: { id: existing?.unit._id ?? '', userId: existing?.user._id ?? '' },
      body: termsOf(terms),
    }),
    refetchStaff,
  );
  return existing ? change : add;
};

export const useRemoveStaff = ({ unit, user }: UnitStaff) =>
  useApiMutation(
    routes.course.removeUnitStaff,
    () => ({ params: { id: unit._id, userId: user._id } }),
    refetchStaff,
  );
