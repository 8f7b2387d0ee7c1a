import { readDeclaredPages, type DeclaredPage } from '@qr-attendance/tooling/declared-pages';
import { parameters } from './parameters.ts';
import type { World } from './world.ts';

export interface ProductPage {
  /** The declared path, such as `/teacher/courses/:courseId`. */
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

const PARAMETER = /:(\w+)/g;

const toProductPage = ({ route, access, heading, samples }: DeclaredPage): ProductPage => {
  const names = [...route.matchAll(PARAMETER)].map(([, name = '']) => name);
  const fill = (name: string, world: World) => {
    const value = samples[name];
    const filled = value === undefined ? parameters[name]?.(world) : { value };
    if (!filled) throw new Error(`${route} has no sample of ${name}, and parameters.ts has none either.`);
    return filled;
  };
  return {
    route,
    access: accessOf[access],
    heading: (world) => {
      const title = heading ?? fill(names.at(-1) ?? '', world).heading;
      if (title === undefined) throw new Error(`${route} has no title, and its last parameter no heading.`);
      return title;
    },
    path: (world) => route.replaceAll(PARAMETER, (_all, name: string) => fill(name, world).value),
  };
};

/** All declared pages, so that a new page is tested as soon as it is declared. */
export const productPages: ProductPage[] = [
  ...(await readDeclaredPages()).map(toProductPage),
  {
    route: 'anything else',
    access: 'anyone',
    heading: () => 'Page Not Found',
    path: () => '/no/such/page',
  },
];

/** A role that may open the page, for tests that visit each page once. */
export const viewerOf = ({ access }: ProductPage): 'teacher' | 'student' | 'admin' | undefined =>
  access === 'anyone' ? undefined : access === 'signed-in' ? 'student' : access;
