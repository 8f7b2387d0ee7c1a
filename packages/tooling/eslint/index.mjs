import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const tests = ['**/test/**', 'tests/e2e/**'];
const browser = ['shell/src/**', 'mfe-*/src/**', 'packages/web-kit/src/**', 'packages/ui-kit/src/**'];

/** The rules of the whole repository. Formatting is prettier's, dependencies are dependency-cruiser's. */
export const config = tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/generated/**',
      '**/node_modules/**',
      '.data/**',
      '.cache/**',
      'packages/tooling/test/fixtures/**',
      '**/test-results/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    languageOptions: { globals: globals.node },
    rules: {
      'no-console': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A promise that may be undefined and `() => void` handlers are used on purpose.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },
  {
    files: browser,
    languageOptions: { globals: globals.browser },
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-console': ['error', { allow: ['warn'] }],
      'no-restricted-imports': [
        'error',
        {
          name: 'antd',
          message: 'Import components as antd/es/<component>; types with `import type`.',
          allowTypeImports: true,
        },
      ],
    },
  },
  {
    // Only config.ts of a process may read the environment.
    files: ['services/*/src/**', 'gateway/src/**', 'packages/{server,messaging,observability}/src/**'],
    ignores: ['**/config.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read by config.ts alone.' },
      ],
    },
  },
  {
    // Playwright reads a fixture's needs from its parameter's pattern, also when it needs nothing.
    files: ['tests/e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    // jest loads its set-up files as CommonJS.
    files: ['packages/tooling/jest/*.cjs'],
    rules: {
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  { files: tests, rules: { 'max-lines': 'off', '@typescript-eslint/no-non-null-assertion': 'off' } },
  {
    // These speak to the person at the terminal.
    files: [
      'packages/{stack,demo,cli,test-kit}/**',
      'packages/tooling/**',
      'scripts/**',
      'packages/server/src/run-service.ts',
      'bench/**',
      'tests/e2e/screenshots/**',
      'tests/faults/**',
      'tests/attacks/**',
      'deploy/**',
    ],
    rules: { 'no-console': 'off' },
  },
);
