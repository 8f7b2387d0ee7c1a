import { satisfy } from '@module-federation/runtime-core';
import type { ContractVersion } from '@qr-attendance/contracts';
import { version as queryVersion } from '@tanstack/react-query/package.json';
import { version as iconsVersion } from '@ant-design/icons/package.json';
import { version as i18nextVersion } from 'i18next/package.json';
import { version as idbVersion } from 'idb/package.json';
import { version as reactDomVersion } from 'react-dom/package.json';
import { version as reactI18nextVersion } from 'react-i18next/package.json';
import { version as routerVersion } from 'react-router/package.json';
import { version as reactVersion } from 'react/package.json';
import { version as zodVersion } from 'zod/package.json';
import { shareModule, type SharedModule } from './share-module.ts';
import * as idb from './parts/idb.ts';
import * as reactI18next from './parts/react-i18next.ts';
import * as reactQuery from './parts/react-query.ts';
import * as router from './parts/react-router.ts';
import * as zodMini from './parts/zod-mini.ts';

/**
 * Modules that share only the names in `parts/`. A bundler does not know which exports remotes use, and would
 * keep all of them.
 */
const parts: Record<string, object> = {
  '@tanstack/react-query': reactQuery,
  idb,
  'react-i18next': reactI18next,
  'react-router': router,
  'zod/mini': zodMini,
};

/**
 * The modules that the shell provides to remotes, besides antd. A test compares the list with the modules
 * that remotes expect (packages/tooling).
 */
export const sharedModules: Record<string, SharedModule> = {
  '@ant-design/icons/es/components/AntdIconLight': shareModule(
    iconsVersion,
    () => import('@ant-design/icons/es/components/AntdIconLight'),
  ),
  '@tanstack/react-query': shareModule(queryVersion, () => reactQuery),
  i18next: shareModule(i18nextVersion, () => import('i18next')),
  idb: shareModule(idbVersion, () => idb),
  react: shareModule(reactVersion, () => import('react')),
  'react-dom': shareModule(reactDomVersion, () => import('react-dom')),
  'react-dom/client': shareModule(reactDomVersion, () => import('react-dom/client')),
  'react-i18next': shareModule(reactI18nextVersion, () => reactI18next),
  'react-router': shareModule(routerVersion, () => router),
  'react/jsx-runtime': shareModule(reactVersion, () => import('react/jsx-runtime')),
  'zod/mini': shareModule(zodVersion, () => zodMini),
};

const has = (part: object, name: string): boolean => {
  const found = name
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], part);
  return found !== undefined;
};

const problemsOf = (
  shared: SharedModule | undefined,
  module: string,
  { version, names }: ContractVersion['shared'][string],
): string[] => {
  if (!shared) return [module];
  if (!satisfy(shared.version, version)) return [`${module} ${version} instead of ${shared.version}`];
  const part = parts[module];
  return part ? names.filter((name) => !has(part, name)).map((name) => `${name} of ${module}`) : [];
};

export interface SharingResult {
  /** Requirements that the shell cannot meet; empty if the remote can run. */
  missing: string[];
  own: string[];
}

/** @param shared the modules that the shell provides */
export const checkSharing = (
  taken: ContractVersion['shared'],
  shared: Record<string, SharedModule>,
): SharingResult => {
  const unfit = Object.entries(taken)
    .map(([module, needs]) => ({ module, needs, problems: problemsOf(shared[module], module, needs) }))
    .filter(({ problems }) => problems.length > 0);
  return {
    missing: unfit.flatMap(({ needs, problems }) => (needs.hasCopy ? [] : problems)),
    own: unfit.flatMap(({ module, needs }) => (needs.hasCopy ? [module] : [])),
  };
};
