import type { World } from './world.ts';

export interface ProductPage {
  /** As the specification names it, section 2. */
  route: string;
  access: 'anyone' | 'teacher' | 'student' | 'signed-in';
  /** Its first heading, when the one who may see it does. */
  heading: string;
  path: (world: World) => string;
}

const at = (path: string) => () => path;

/** The 17 routes of the specification, and those we added. */
export const productPages: ProductPage[] = [
  { route: '/', access: 'anyone', heading: 'QR Attendance System', path: at('/') },
  { route: '/login', access: 'anyone', heading: 'Login', path: at('/login') },
  { route: '/register', access: 'anyone', heading: 'Register', path: at('/register') },
  { route: '/teacher', access: 'teacher', heading: 'Dashboard', path: at('/teacher') },
  { route: '/teacher/generate', access: 'teacher', heading: 'Generate QR', path: at('/teacher/generate') },
  { route: '/teacher/courses', access: 'teacher', heading: 'My Courses', path: at('/teacher/courses') },
  {
    route: '/teacher/courses/{id}',
    access: 'teacher',
    heading: 'Algorithms',
    path: ({ course }) => `/teacher/courses/${course._id}`,
  },
  { route: '/teacher/sessions', access: 'teacher', heading: 'Sessions', path: at('/teacher/sessions') },
  {
    route: '/teacher/sessions/{id}',
    access: 'teacher',
    heading: 'Algorithms',
    path: ({ session }) => `/teacher/sessions/${session._id}`,
  },
  {
    route: '/teacher/sessions/{id}/projector',
    access: 'teacher',
    heading: 'Algorithms',
    path: ({ session }) => `/teacher/sessions/${session._id}/projector`,
  },
  { route: '/teacher/reports', access: 'teacher', heading: 'Reports', path: at('/teacher/reports') },
  { route: '/student', access: 'student', heading: 'Dashboard', path: at('/student') },
  { route: '/student/scan', access: 'student', heading: 'Scan QR Code', path: at('/student/scan') },
  {
    route: '/student/history',
    access: 'student',
    heading: 'Attendance History',
    path: at('/student/history'),
  },
  { route: '/student/enroll', access: 'student', heading: 'Enroll in Courses', path: at('/student/enroll') },
  {
    route: '/student/security',
    access: 'student',
    heading: 'Security Settings',
    path: at('/student/security'),
  },
  { route: '/student/reports', access: 'student', heading: 'My Reports', path: at('/student/reports') },
  {
    route: '/attendance/{qrCode}',
    access: 'signed-in',
    heading: 'Algorithms',
    path: ({ scanned }) => scanned,
  },
  { route: 'anything else', access: 'anyone', heading: 'Page Not Found', path: at('/no/such/page') },
];

/** Who may see a page, for tests that look at each once. */
export const viewerOf = ({ access }: ProductPage): 'teacher' | 'student' | undefined =>
  access === 'anyone' ? undefined : access === 'teacher' ? 'teacher' : 'student';
