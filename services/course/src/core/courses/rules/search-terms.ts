import { searchTermsOf } from '@qr-attendance/server/mongo';

interface SearchableCourse {
  code: string;
  section: string | undefined;
  sections: { name: string }[];
  name: string;
  deleted: boolean | undefined;
}

export const courseTermsOf = (
  { code, section, sections = [], name, deleted }: Partial<SearchableCourse>,
  teacherName = '',
): string[] =>
  deleted
    ? []
    : searchTermsOf([code, section, ...sections.slice(1).map((one) => one.name), name, teacherName]);
