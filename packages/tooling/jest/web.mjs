import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const here = (file) => join(import.meta.dirname, file);
const esModules = ['antd', '@ant-design', '@rc-component', 'eventsource-parser', 'jose', 'uuid'];
/** MSW and what it is made of. */
const msw = ['msw', '@msw', '@mswjs', '@open-draft', 'cookie', 'headers-polyfill', 'rettime', 'until-async'];

/** Browser code: jsdom, CommonJS, as antd's and its parts' tests run fastest. */
export const webProject = {
  displayName: 'web',
  rootDir: root,
  testEnvironment: 'jsdom',
  testMatch: ['shell', 'mfe-*', 'packages/web-kit', 'packages/ui-kit'].map((folder) =>
    join(root, folder, 'test', '**', '*.test.ts?(x)'),
  ),
  setupFiles: [here('web-setup.cjs')],
  moduleNameMapper: {
    '^antd/es/(.*)$': 'antd/lib/$1',
    '^@ant-design/icons$': here('icons.cjs'),
    '/Dom/dynamicCSS$': here('styles.cjs'),
    '/use(StyleRegister|CSSVarRegister)$': here('style-hooks.cjs'),
    '\\.css$': here('empty.cjs'),
  },
  transformIgnorePatterns: [`node_modules/(?!.*(${[...esModules, ...msw].join('|')}))`],
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
