import { DEFAULT_DEPARTMENTS, type Department } from '@qr-attendance/contracts';
import { currentLanguage, institution } from '@qr-attendance/web-kit';

const all = (): Department[] => institution().departments ?? DEFAULT_DEPARTMENTS;
const labelOf = ({ name, names }: Department): string => names[currentLanguage()] ?? name;

/** The institution's departments to choose from, each called as in the language of the texts. */
export const departmentOptions = (): { value: string; label: string }[] =>
  all().map((department) => ({ value: department.name, label: labelOf(department) }));

/** What a stored department is called; one that is no more, by the name that was stored. */
export const departmentLabel = (stored: string): string => {
  const known = all().find(({ name }) => name === stored);
  return known ? labelOf(known) : stored;
};
