import type { World } from '@qr-attendance/e2e/support/world';
import type { MeasuredPage } from './visits.ts';

const always = (path: string) => () => Promise.resolve(path);
const button = (text: string) => ({ selector: 'main button', text });
const link = (text: string) => ({ selector: 'main a', text });

export const pagesOf = (world: World, scan: () => Promise<string>): MeasuredPage[] => [
  { name: 'home', path: always('/'), control: link('Login') },
  { name: 'sign-in', path: always('/login'), control: button('Login') },
  {
    name: 'scan',
    path: always('/student/scan'),
    as: world.student,
    control: button('Start Scanning'),
  },
  {
    name: 'marking',
    path: scan,
    as: world.student,
    control: button('Mark My Attendance'),
  },
];
