import { accountStateSchema, departmentNameSchema, userTypeSchema } from '@qr-attendance/contracts';
import { useSearchText } from '@qr-attendance/ui-kit';
import { useSearchParams } from 'react-router-dom';
import type { PeopleFilters } from './api.ts';

type Choices = Omit<PeopleFilters, 'search'>;

/** Invalid filters in the URL are ignored. */
const readChoices = (address: URLSearchParams): Choices => {
  const role = userTypeSchema.safeParse(address.get('role')).data;
  const department = departmentNameSchema.safeParse(address.get('department')).data;
  const state = accountStateSchema.safeParse(address.get('state')).data;
  return { ...(role && { role }), ...(department && { department }), ...(state && { state }) };
};

export const usePeopleFilters = () => {
  const [address, setAddress] = useSearchParams();
  const { search, ...text } = useSearchText();
  const choices = readChoices(address);
  const choose = (name: keyof Choices, value: string) =>
    setAddress(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  return { ...text, choices, choose, filters: { ...choices, ...(search && { search }) } };
};
