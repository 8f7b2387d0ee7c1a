import { foldForSearch, searchWords, type Course } from '@qr-attendance/contracts';

/** Finds courses in which each word of `search` occurs, in the name, the code, the section or the teacher's name. */
export const makeMatchCourse = (search: string) => {
  const words = searchWords(search);
  return ({ name, code, section = '', teacher }: Course): boolean => {
    const text = foldForSearch([name, code, section, teacher.user?.name ?? ''].join(' '));
    return words.every((word) => text.includes(word));
  };
};
