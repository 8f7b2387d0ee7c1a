import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * Modules that exist once on a page: the shell provides them, remotes carry no copy. One list for host and remotes.
 * antd is shared by component, so that a page loads only those it shows.
 */
const singletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  '@tanstack/react-query',
  'i18next',
  'i18next-browser-languagedetector',
  'react-i18next',
  'zod',
];

/** antd components any app may use; the shell provides each as a chunk of its own. */
export const antdComponents = [
  'alert',
  'avatar',
  'button',
  'card',
  'checkbox',
  'col',
  'config-provider',
  'drawer',
  'dropdown',
  'empty',
  'form',
  'input',
  'input-number',
  'menu',
  'message',
  'modal',
  'progress',
  'radio',
  'result',
  'row',
  'segmented',
  'select',
  'skeleton',
  'space',
  'spin',
  'statistic',
  'steps',
  'switch',
  'tag',
  'theme',
  'tooltip',
  'typography',
];

/**
 * Packages of which the shell provides what the file of their name in `provided/` lists, and nothing else: a bundler
 * can't tell what others will take of a shared module, and keeps all of it.
 */
export const providedInParts = ['react-router-dom', 'react-i18next', '@tanstack/react-query', 'zod'];
/** What those files find the packages themselves by: under their own names they are shared, which would be a circle. */
export const wholePackages = Object.fromEntries(providedInParts.map((name) => [`whole/${name}$`, name]));

/** What each page needs anyway comes with the page, not in rounds of requests one after the other. */
const neededAtOnce = new Set([
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  'i18next',
  'i18next-browser-languagedetector',
  'react-i18next',
  'zod',
  'antd/es/button',
  'antd/es/config-provider',
  'antd/es/skeleton',
  'antd/es/theme',
]);

interface SharedModule {
  singleton: true;
  eager?: boolean;
  /** What is provided; false where nothing is, and the shell's is taken. */
  import?: string | false;
  version?: string;
}
type Shared = Record<string, SharedModule>;

const descriptionSchema = z.object({ version: z.string() });
/** A file of ours under a package's name; the version must be said, as no package.json tells it. */
const partsOf = (name: string): Pick<SharedModule, 'import' | 'version'> => {
  const description = fileURLToPath(import.meta.resolve(`${name}/package.json`));
  return {
    import: join(import.meta.dirname, 'provided', `${basename(name)}.mjs`),
    ...descriptionSchema.parse(JSON.parse(readFileSync(description, 'utf8'))),
  };
};

const requests = [...singletons, ...antdComponents.map((name) => `antd/es/${name}`)];

export const sharedByShell: Shared = Object.fromEntries(
  requests.map((request) => [
    request,
    {
      singleton: true,
      eager: neededAtOnce.has(request),
      ...(providedInParts.includes(request) ? partsOf(request) : {}),
    },
  ]),
);
export const sharedByRemotes: Shared = Object.fromEntries(
  requests.map((request) => [request, { singleton: true, import: false }]),
);
