import { join } from 'node:path';
import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';
import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';
import { ROOT } from '../test-command/run-program.ts';
import type { Catalog, Texts } from './find-texts.ts';
import { readCatalogs, readSharedCatalogs } from './read-catalogs.ts';

export interface DeclaredPage {
  /** The complete path, such as `/teacher/courses/:courseId`. */
  route: string;
  access: 'anyone' | 'signed-in' | NonNullable<PageDeclaration['userType']>;
  /**
   * The English heading; undefined if it is the name of the page's object, which the last parameter
   * identifies.
   */
  heading: string | undefined;
  samples: Readonly<Record<string, string>>;
}

/** @param title a key, with or without a namespace */
const findText = (catalogs: Catalog[], title: string): string => {
  const [key = '', namespace] = title.split(':').toReversed();
  const { texts } = catalogs.find((catalog) => catalog.namespace === (namespace ?? catalog.namespace)) ?? {};
  const text = key
    .split('.')
    .reduce<Texts | string | undefined>(
      (found, step) => (typeof found === 'object' ? found[step] : undefined),
      texts,
    );
  if (typeof text !== 'string') throw new Error(`No text has the key “${title}”, the title of a page.`);
  return text;
};

const readAreaPages = async (area: AreaName): Promise<DeclaredPage[]> => {
  const module: unknown = await import(join(ROOT, `mfe-${area}/src/pages.ts`));
  const catalogs = [...readCatalogs(area), ...readSharedCatalogs()];
  return (module as { pages: readonly PageDeclaration[] }).pages.map(
    ({ path, title, userType, samples = {} }) => ({
      route: path === '' ? `/${area}` : `/${area}/${path}`,
      access: userType ?? 'signed-in',
      heading: title === undefined ? undefined : findText(catalogs, title),
      samples,
    }),
  );
};

const readShellPages = async (): Promise<DeclaredPage[]> => {
  const module: unknown = await import(join(ROOT, 'shell/src/shell-pages.ts'));
  const { shellPages } = module as { shellPages: Record<string, { title: string; signedIn?: true }> };
  const catalogs = [...readCatalogs('shell'), ...readSharedCatalogs()];
  return Object.entries(shellPages).map(([path, { title, signedIn }]) => ({
    route: `/${path}`,
    access: signedIn ? 'signed-in' : 'anyone',
    heading: findText(catalogs, title),
    samples: {},
  }));
};

export const readDeclaredPages = async (): Promise<DeclaredPage[]> =>
  (await Promise.all([readShellPages(), ...areaNames.map(readAreaPages)])).flat();
