import { foldForSearch, searchWords, type StudentInfo } from '@qr-attendance/contracts';

const foldedTexts = new WeakMap<StudentInfo, string>();
const foldedOf = (student: StudentInfo): string => {
  const known = foldedTexts.get(student);
  if (known !== undefined) return known;
  const { name, email, usn = '', regNo = '' } = student;
  const folded = foldForSearch([name, email, usn, regNo].join(' '));
  foldedTexts.set(student, folded);
  return folded;
};

export const studentFilter = (typed: string): ((student: StudentInfo) => boolean) => {
  const words = searchWords(typed);
  return (student) => words.every((word) => foldedOf(student).includes(word));
};
