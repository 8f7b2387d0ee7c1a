import { readDeclaredPages, type DeclaredPage } from '@qr-attendance/tooling/declared-pages';
import { parameters } from './parameters.ts';
import type { World } from './world.ts';

export interface ProductPage {
  /** Its declared path: `/teacher/courses/:courseId`. */
  route: string;
  access: 'anyone' | 'teacher' | 'student' | 'admin' | 'signed-in';
  heading: (world: World) => string;
  path: (world: World) => string;
}

const accessOf = {
  TEACHER: 'teacher',
  STUDENT: 'student',
  ADMIN: 'admin',
  anyone: 'anyone',
  'signed-in': 'signed-in',
} as const;

const pagesOfOne: Record<string, ProductPage['path']> = {
  '/teacher/courses/{id}': ({ course }) => `/teacher/courses/${course._id}`,
  '/teacher/courses/{id}/students': ({ course }) => `/teacher/courses/${course._id}/students`,
  '/teacher/courses/{id}/students/{studentId}': ({ course, student }) =>
    `/teacher/courses/${course._id}/students/${student.id}`,
  '/teacher/sessions/{id}': ({ session }) => `/teacher/sessions/${session._id}`,
  '/teacher/sessions/{id}/projector': ({ session }) => `/teacher/sessions/${session._id}/projector`,
  '/student/join/{token}': ({ invitation }) => invitation,
  '/attendance/{qrCode}': ({ scanned }) => scanned,
  // mfe-teacher/test has one that exists.
  '/teacher/roster-notices/{id}': at('/teacher/roster-notices/000000000000000000000000'),
  // mfe-admin/e2e/imports.spec.ts opens one that exists.
  '/admin/imports/{id}': at('/admin/imports/000000000000000000000000'),
};

const headingsOfOne: Record<string, ProductPage['heading']> = {
  '/teacher/courses/{id}/students/{studentId}': ({ student }) => student.name,
};

const accessOf = { TEACHER: 'teacher', STUDENT: 'student', ADMIN: 'admin' } as const;

/** The pages that a remote declares, so a new page is tested once it is declared. */
const pagesOf = async (area: AreaName): Promise<ProductPage[]> => {
  const folder = `../../../mfe-${area}`;
  const { pages } = (await import(`${folder}/src/pages.ts`)) as { pages: readonly PageDeclaration[] };
  const { headings } = (await import(`${folder}/test/headings.ts`)) as { headings: Record<string, string> };
  return pages.map(({ path, userType }) => {
    const route = `/${area}/${path}`.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}');
    const { [path]: heading } = headings;
    const place = pagesOfOne[route];
    if (!place && heading === undefined)
      throw new Error(`mfe-${area}/test/headings.ts has nothing on ${route}`);
    return {
      route,
      access: userType ? accessOf[userType] : 'signed-in',
      heading: heading === undefined ? (headingsOfOne[route] ?? courseName) : is(heading),
      path: place ?? at(route),
    };
  });
};

/** Every page that an app declares, so that a new page is tested once it is declared. */
export const productPages: ProductPage[] = [
  ...(await readDeclaredPages()).map(toProductPage),
  {
    route: 'anything else',
    access: 'anyone',
    heading: () => 'Page Not Found',
    path: () => '/no/such/page',
  },
];

/** A role that may see the page, for tests that visit each page once. */
export const viewerOf = ({ access }: ProductPage): 'teacher' | 'student' | 'admin' | undefined =>
  access === 'anyone' ? undefined : access === 'signed-in' ? 'student' : access;
