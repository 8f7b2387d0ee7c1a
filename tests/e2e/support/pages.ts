import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';
import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';
import type { World } from './world.ts';

export interface ProductPage {
  route: string;
  access: 'anyone' | 'teacher' | 'student' | 'admin' | 'signed-in';
  heading: (world: World) => string;
  path: (world: World) => string;
}

const at = (path: string) => () => path;
const is = (text: string) => () => text;
const courseName = ({ course }: World) => course.name;

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

/** The pages that a remote declares, so that a new page is tested once it is declared. */
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

export const productPages: ProductPage[] = [
  { route: '/', access: 'anyone', heading: is('QR Attendance System'), path: at('/') },
  { route: '/login', access: 'anyone', heading: is('Login'), path: at('/login') },
  { route: '/register', access: 'anyone', heading: is('Register'), path: at('/register') },
  {
    route: '/finish-registration',
    access: 'anyone',
    heading: is('Finish your registration'),
    path: at('/finish-registration'),
  },
  {
    route: '/forgot-password',
    access: 'anyone',
    heading: is('Forgot password'),
    path: at('/forgot-password'),
  },
  {
    route: '/reset-password',
    access: 'anyone',
    heading: is('Choose a new password'),
    path: at('/reset-password'),
  },
  {
    route: '/sign-in-link',
    access: 'anyone',
    heading: is('Sign in by email'),
    path: at('/sign-in-link'),
  },
  {
    route: '/verify-email',
    access: 'anyone',
    heading: is('Verify your email address'),
    path: at('/verify-email'),
  },
  {
    route: '/unsubscribe',
    access: 'anyone',
    heading: is('Stop emails about attendance'),
    path: at('/unsubscribe'),
  },
  { route: '/receipt', access: 'anyone', heading: is('Check a receipt'), path: at('/receipt') },
  { route: '/go', access: 'anyone', heading: is('Enter the code'), path: at('/go') },
  { route: '/account', access: 'signed-in', heading: is('My account'), path: at('/account') },
  {
    route: '/account/check',
    access: 'signed-in',
    heading: is('Check your account'),
    path: at('/account/check'),
  },
  ...(await Promise.all(areaNames.map(pagesOf))).flat(),
  { route: 'anything else', access: 'anyone', heading: is('Page Not Found'), path: at('/no/such/page') },
];

/** A role that may see the page, for tests that visit each page once. */
export const viewerOf = ({ access }: ProductPage): 'teacher' | 'student' | 'admin' | undefined =>
  access === 'anyone' ? undefined : access === 'signed-in' ? 'student' : access;
