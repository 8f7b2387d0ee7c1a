import { accountStateSchema, departmentNameSchema, userTypeSchema } from '@qr-attendance/contracts';
import { useChoices, useSearchText } from '@qr-attendance/ui-kit';
import type { PeopleFilters } from './api.ts';

/** Invalid filters in the URL are ignored. */
export const usePeopleFilters = () => {
  const { read, choose } = useChoices();
  const { search, ...text } = useSearchText();
  const role = userTypeSchema.safeParse(read('role')).data;
  const department = departmentNameSchema.safeParse(read('department')).data;
  const state = accountStateSchema.safeParse(read('state')).data;
  const choices = { ...(role && { role }), ...(department && { department }), ...(state && { state }) };
  return {
    ...text,
    choices,
    choose,
    filters: { ...choices, ...(search && { search }) } satisfies PeopleFilters,
  };
};
