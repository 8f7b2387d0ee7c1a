import type { Course } from '@qr-attendance/contracts';

/** Without case, accents and compatibility forms: `Ökonomie` is found by `okonomie`. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds courses in which each word of `search` occurs, in the name, the code, the section or the teacher's name. */
export const makeMatchCourse = (search: string) => {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return ({ name, code, section = '', teacher }: Course): boolean => {
    const text = plain([name, code, section, teacher.user?.name ?? ''].join(' '));
    return words.every((word) => text.includes(word));
  };
};
