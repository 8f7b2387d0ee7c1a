import type { ContractVersion } from '@qr-attendance/contracts';
import { version as queryVersion } from '@tanstack/react-query/package.json';
import { version as iconsVersion } from '@ant-design/icons/package.json';
import { version as antdVersion } from 'antd/package.json';
import { version as languageDetectorVersion } from 'i18next-browser-languagedetector/package.json';
import { version as i18nextVersion } from 'i18next/package.json';
import { version as idbVersion } from 'idb/package.json';
import { version as reactDomVersion } from 'react-dom/package.json';
import { version as reactI18nextVersion } from 'react-i18next/package.json';
import { version as routerVersion } from 'react-router-dom/package.json';
import { version as reactVersion } from 'react/package.json';
import { version as zodVersion } from 'zod/package.json';
import { antd } from './antd.ts';
import * as idb from './parts/idb.ts';
import * as reactI18next from './parts/react-i18next.ts';
import * as reactQuery from './parts/react-query.ts';
import * as router from './parts/react-router-dom.ts';
import * as zodMini from './parts/zod-mini.ts';

const share = (version: string, load: () => object | Promise<object>) => ({
  version,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
  get: async () => {
    const module = await load();
    return () => module;
  },
});

/** Modules of which only the names in `parts/` are shared. */
const parts: Record<string, object> = {
  '@tanstack/react-query': reactQuery,
  idb,
  'react-i18next': reactI18next,
  'react-router-dom': router,
  'zod/mini': zodMini,
};

/**
 * Modules that exist once per page: the shell provides them and remotes carry no copy. Large packages are
 * shared in part (`parts/`), because a bundler cannot know what remotes use and would keep everything. A test
 * keeps them equal to `sharedByRemotes` in packages/tooling.
 */
export const sharedModules = {
  '@ant-design/icons/es/components/AntdIconLight': share(
    iconsVersion,
    () => import('@ant-design/icons/es/components/AntdIconLight'),
  ),
  '@tanstack/react-query': share(queryVersion, () => reactQuery),
  i18next: share(i18nextVersion, () => import('i18next')),
  'i18next-browser-languagedetector': share(
    languageDetectorVersion,
    () => import('i18next-browser-languagedetector'),
  ),
  idb: share(idbVersion, () => idb),
  react: share(reactVersion, () => import('react')),
  'react-dom': share(reactDomVersion, () => import('react-dom')),
  'react-dom/client': share(reactDomVersion, () => import('react-dom/client')),
  'react-i18next': share(reactI18nextVersion, () => reactI18next),
  'react-router-dom': share(routerVersion, () => router),
  'react/jsx-runtime': share(reactVersion, () => import('react/jsx-runtime')),
  'zod/mini': share(zodVersion, () => zodMini),
  ...Object.fromEntries(
    Object.entries(antd).map(([name, load]) => [`antd/es/${name}`, share(antdVersion, load)]),
  ),
};

const has = (part: object, name: string): boolean => {
  const found = name
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], part);
  return found !== undefined;
};

export const findUnshared = (taken: ContractVersion['shared']): string[] =>
  Object.entries(taken).flatMap(([module, names]) => {
    if (!(module in sharedModules)) return [module];
    const part = parts[module];
    return part ? names.filter((name) => !has(part, name)).map((name) => `${name} of ${module}`) : [];
  });
