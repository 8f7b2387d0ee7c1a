import {
  DEFAULT_DEPARTMENTS,
  parseJson,
  type Department,
  type Institution,
  type InstitutionWords,
  type StudentNumber,
} from '@qr-attendance/contracts';
import { currentLanguage } from './texts/languages.ts';

let read: { text: string; institution: Partial<Institution> } | undefined;

/** The setting `INSTITUTION`, which the gateway writes into the page; empty without a gateway. */
export const institution = (): Partial<Institution> => {
  const text = document.getElementById('institution')?.textContent ?? '';
  if (read?.text !== text)
    read = { text, institution: (parseJson(text) as Partial<Institution> | undefined) ?? {} };
  return read.institution;
};

export const institutionWord = (name: keyof InstitutionWords): string | undefined => {
  const { words = {} } = institution();
  return words[currentLanguage()]?.[name] ?? words['en']?.[name];
};

export const hasStudentNumber = (name: StudentNumber): boolean =>
  institution().studentNumbers?.includes(name) ?? true;

const departments = (): Department[] => institution().departments ?? DEFAULT_DEPARTMENTS;
const labelOf = ({ name, names }: Department): string => names[currentLanguage()] ?? name;

export const departmentOptions = (): { value: string; label: string }[] =>
  departments().map((department) => ({ value: department.name, label: labelOf(department) }));

/** The localized name of a stored department, or the stored name if the department no longer exists. */
export const departmentLabel = (stored: string): string => {
  const known = departments().find(({ name }) => name === stored);
  return known ? labelOf(known) : stored;
};
