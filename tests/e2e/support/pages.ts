import type { World } from './world.ts';

export interface ProductPage {
  /** As the specification names it, section 2. */
  route: string;
  access: 'anyone' | 'teacher' | 'student' | 'admin' | 'signed-in';
  /** Its first heading, when the one who may see it does. */
  heading: (world: World) => string;
  path: (world: World) => string;
}

const at = (path: string) => () => path;
const is = (text: string) => () => text;
const courseName = ({ course }: World) => course.name;

/** The 17 routes of the specification, and those we added. */
export const productPages: ProductPage[] = [
  { route: '/', access: 'anyone', heading: is('QR Attendance System'), path: at('/') },
  { route: '/login', access: 'anyone', heading: is('Login'), path: at('/login') },
  { route: '/register', access: 'anyone', heading: is('Register'), path: at('/register') },
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
  { route: '/account', access: 'signed-in', heading: is('My account'), path: at('/account') },
  { route: '/admin', access: 'admin', heading: is('People'), path: at('/admin') },
  { route: '/admin/invites', access: 'admin', heading: is('Invites'), path: at('/admin/invites') },
  { route: '/teacher', access: 'teacher', heading: is('Dashboard'), path: at('/teacher') },
  {
    route: '/teacher/generate',
    access: 'teacher',
    heading: is('Generate QR'),
    path: at('/teacher/generate'),
  },
  { route: '/teacher/courses', access: 'teacher', heading: is('My Courses'), path: at('/teacher/courses') },
  {
    route: '/teacher/courses/{id}',
    access: 'teacher',
    heading: courseName,
    path: ({ course }) => `/teacher/courses/${course._id}`,
  },
  { route: '/teacher/sessions', access: 'teacher', heading: is('Sessions'), path: at('/teacher/sessions') },
  {
    route: '/teacher/sessions/{id}',
    access: 'teacher',
    heading: courseName,
    path: ({ session }) => `/teacher/sessions/${session._id}`,
  },
  {
    route: '/teacher/sessions/{id}/projector',
    access: 'teacher',
    heading: courseName,
    path: ({ session }) => `/teacher/sessions/${session._id}/projector`,
  },
  { route: '/teacher/reports', access: 'teacher', heading: is('Reports'), path: at('/teacher/reports') },
  { route: '/student', access: 'student', heading: is('Dashboard'), path: at('/student') },
  { route: '/student/scan', access: 'student', heading: is('Scan QR Code'), path: at('/student/scan') },
  {
    route: '/student/history',
    access: 'student',
    heading: is('Attendance History'),
    path: at('/student/history'),
  },
  {
    route: '/student/enroll',
    access: 'student',
    heading: is('Enroll in Courses'),
    path: at('/student/enroll'),
  },
  {
    route: '/student/security',
    access: 'student',
    heading: is('Security Settings'),
    path: at('/student/security'),
  },
  { route: '/student/reports', access: 'student', heading: is('My Reports'), path: at('/student/reports') },
  {
    route: '/attendance/{qrCode}',
    access: 'signed-in',
    heading: courseName,
    path: ({ scanned }) => scanned,
  },
  { route: 'anything else', access: 'anyone', heading: is('Page Not Found'), path: at('/no/such/page') },
];

/** Who may see a page, for tests that look at each once. */
export const viewerOf = ({ access }: ProductPage): 'teacher' | 'student' | 'admin' | undefined =>
  access === 'anyone' ? undefined : access === 'signed-in' ? 'student' : access;
