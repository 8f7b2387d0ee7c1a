import { join, resolve } from 'node:path';
import { bundlePackages } from './bundle-packages.mjs';

const root = resolve(import.meta.dirname, '../../..');
const here = (file) => join(import.meta.dirname, file);
const esModules = ['@module-federation', 'barcode-detector', 'zxing-wasm'];

export const webProject = {
  displayName: 'web',
  rootDir: root,
  testEnvironment: 'jsdom',
  testMatch: [
    ...['shell', 'mfe-*', 'packages/web-kit', 'packages/ui-kit'].map((folder) => `${folder}/test/**`),
    'packages/page-start/test/browser',
  ].map((folder) => join(root, folder, '*.test.ts?(x)')),
  setupFiles: [here('web-setup.cjs'), here('computed-style.cjs')],
  setupFilesAfterEnv: [here('patience.cjs')],
  moduleNameMapper: {
    ...(await bundlePackages([
      [/\/Dom\/dynamicCSS$/, here('styles.cjs')],
      [/\/use(StyleRegister|CSSVarRegister)$/, here('style-hooks.cjs')],
    ])),
    '\\.css$': here('empty.cjs'),
  },
  transformIgnorePatterns: ['/\\.cache/jest/', `/node_modules/(?!.*(${esModules.join('|')}))`],
  transform: {
    '\\.m?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2024',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
};
