import { DEFAULT_DEPARTMENTS, type Department } from '@qr-attendance/contracts';
import { currentLanguage, institution } from '@qr-attendance/web-kit';

const all = (): Department[] => institution().departments ?? DEFAULT_DEPARTMENTS;
const labelOf = ({ name, names }: Department): string => names[currentLanguage()] ?? name;

export const departmentOptions = (): { value: string; label: string }[] =>
  all().map((department) => ({ value: department.name, label: labelOf(department) }));

/** The localized name of a stored department, or the stored name if the department no longer exists. */
export const departmentLabel = (stored: string): string => {
  const known = all().find(({ name }) => name === stored);
  return known ? labelOf(known) : stored;
};
