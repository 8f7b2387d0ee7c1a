import { emailKeyOf } from '../../../core/people/rules/fold-text.ts';
import { institutionKeyOf } from '../../../core/people/rules/judge-record.ts';

export interface StudentRow {
  id: string;
  email_key: string;
  institution_key: string | null;
  usn_key: string;
  reg_no_key: string;
  is_known: boolean;
  is_recorded: boolean;
  is_of_institution: boolean;
}

/** @returns the only person; people stated by the institution take precedence */
const onlyOne = (rows: StudentRow[], isStated: (row: StudentRow) => boolean): string | null => {
  const stated = rows.filter(isStated);
  const [one, ...others] = new Set((stated.length > 0 ? stated : rows).map(({ id }) => id));
  return others.length === 0 ? (one ?? null) : null;
};

/**
 * Students type their USN and registration number when they register. Records of the institution take
 * precedence, then students with a verified address. A number shared by several of them finds nobody.
 */
export const findStudent = (rows: StudentRow[], typed: string): string | null => {
  if (typed.includes('@'))
    return rows.find(({ email_key, is_known }) => is_known && email_key === emailKeyOf(typed))?.id ?? null;
  const byInstitution = rows.find(({ institution_key }) => institution_key === institutionKeyOf(typed));
  if (byInstitution) return byInstitution.id;
  const withUsn = rows.filter(
    ({ usn_key, is_known }) => is_known && usn_key !== '' && usn_key === typed.toLowerCase(),
  );
  if (withUsn.length > 0) return onlyOne(withUsn, ({ is_recorded }) => is_recorded);
  const withNumber = rows.filter(
    ({ reg_no_key, is_known }) => is_known && reg_no_key !== '' && reg_no_key === typed.toLowerCase(),
  );
  return onlyOne(withNumber, ({ is_of_institution }) => is_of_institution);
};
