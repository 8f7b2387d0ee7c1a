import { searchWords } from '@qr-attendance/contracts';

/** SQL: folds the searched text once for all words. */
const hasWords = (parameter: string): string => `
  (SELECT bool_and(strpos(found.text, word) > 0)
     FROM (SELECT fold_for_search(concat_ws(' ', p.name, p.email, p.usn, p.reg_no)) AS text OFFSET 0) AS found,
          unnest(${parameter}::text[]) AS word)`;

export const searchCondition = (search: string | undefined, values: unknown[]): string => {
  const words = searchWords(search ?? '');
  return words.length > 0 ? ` AND ${hasWords(`$${values.push(words)}`)}` : '';
};
