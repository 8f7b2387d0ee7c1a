import { describe, expect, test } from '@jest/globals';
import { filesForPath } from '../../src/browser/files-for-path.ts';
import { firstPageOf } from '../../src/browser/first-page-of.ts';

const chunks = {
  'de-json': ['/assets/de-json.1.js'],
  refusals: ['/assets/refusals.1.js'],
  federation: ['/assets/query.1.js', '/assets/federation.1.js'],
  login: ['/assets/login.1.js', '/assets/login.1.css'],
  providers: ['/assets/providers.1.js'],
  scan: ['/assets/query.1.js', '/assets/scan.1.js'],
  theme: ['/assets/theme.1.js'],
};
const ENTRY = '/remotes/attendance-2/mf-manifest.json';
const manifest = {
  metaData: { remoteEntry: { path: '', name: 'assets/remoteEntry.1.js' } },
  exposes: [
    {
      assets: {
        js: { sync: ['assets/page.1.js'], async: ['assets/7.1.js', 'assets/de-json.2.js', 'assets/8.1.js'] },
        css: { sync: ['assets/page.1.css'], async: [] },
      },
    },
  ],
  remote: {
    contractVersion: { host: 2, shared: {} },
    pages: [],
    files: {
      pages: { ':qrCode': ['assets/page.1.js'] },
      languages: { de: ['assets/8.1.js', 'assets/de-json.2.js'] },
    },
  },
};
const inline = { list: {}, manifests: { [ENTRY]: manifest } };
const remotePage = ['remoteEntry.1.js', 'page.1.js', 'page.1.css'].map(
  (file) => `/remotes/attendance-2/assets/${file}`,
);

describe('preloaded files', () => {
  const filesAt = (
    path: string,
    { signedIn = false, providers = false, language = 'en', held = inline } = {},
  ): string[] => filesForPath({ path, signedIn, providers, language }, chunks, held);

  test('include no extra files on the home page', () => {
    expect(filesAt('/')).toEqual([]);
    expect(filesAt('/', { signedIn: true, held: {} as typeof inline })).toEqual([]);
  });

  test('include the form on the sign-in page, also for a visitor who was redirected there', () => {
    expect(filesAt('/login')).toEqual(chunks.login);
    expect(filesAt('/teacher')).toEqual(chunks.login);
    expect(filesAt('/account')).toEqual(chunks.login);
  });

  test('include the files for identity providers only if the institution has identity providers', () => {
    expect(filesAt('/login', { providers: true })).toEqual([...chunks.login, ...chunks.providers]);
    expect(filesAt('/student', { providers: true })).toEqual([...chunks.login, ...chunks.providers]);
    expect(filesAt('/', { providers: true })).toEqual([]);
    expect(filesAt('/signed-in')).toEqual(chunks.providers);
  });

  test('include the scan chunk, but no files of the remote, for a visitor who scanned a code', () => {
    expect(filesAt('/attendance/ABCD2345')).toEqual([...chunks.login, ...chunks.scan]);
  });

  test('include the remote whose manifest is inlined, for signed-in users', () => {
    expect(filesAt('/attendance/ABCD2345', { signedIn: true })).toEqual([
      ...chunks.federation,
      ...remotePage,
    ]);
  });

  test('include the texts of shell and remote in the user’s language', () => {
    expect(filesAt('/', { language: 'de' })).toEqual([...chunks.refusals, ...chunks['de-json']]);
    expect(filesAt('/', { language: 'en' })).toEqual([]);
    expect(filesAt('/attendance/ABCD2345', { signedIn: true, language: 'de' })).toEqual([
      ...chunks.refusals,
      ...chunks['de-json'],
      ...chunks.federation,
      ...remotePage,
      '/remotes/attendance-2/assets/8.1.js',
      '/remotes/attendance-2/assets/de-json.2.js',
    ]);
  });

  test('exclude a remote without an inlined manifest, as during a rollout', () => {
    const held = { list: {}, manifests: {} } as unknown as typeof inline;
    expect(filesAt('/student', { signedIn: true, held })).toEqual([...chunks.federation, ...chunks.theme]);
    expect(filesAt('/attendance/ABCD2345', { signedIn: true, held })).toEqual(chunks.federation);
  });

  test.each([{}, { remote: { pages: [{ path: '' }], files: { 'page-': ['assets/page-.1.js'] } } }])(
    'tolerate the manifest of another build: %j',
    (other) => {
      const held = { list: {}, manifests: { [ENTRY]: other } } as unknown as typeof inline;
      expect(filesAt('/student', { signedIn: true, held })).toEqual([...chunks.federation, ...chunks.theme]);
    },
  );

  const STUDENT = '/remotes/student/mf-manifest.json';
  const pagesOfStudent = [
    { path: '' },
    { path: 'scan', plain: true },
    { path: 'marks/:id' },
    { path: 'marks/:id/receipt' },
  ];
  const ofPages = {
    list: {},
    manifests: {
      [STUDENT]: {
        remote: {
          pages: pagesOfStudent,
          files: {
            pages: Object.fromEntries(
              pagesOfStudent.map(({ path }, number) => [path, [`assets/${number}.1.js`, 'assets/9.1.css']]),
            ),
          },
        },
      },
    },
  } as unknown as typeof inline;

  test.each([
    ['/student', 0],
    ['/student/', 0],
    ['/student/marks/7', 2],
    ['/student/marks/7/receipt', 3],
  ])('include the page’s files and antd’s theme: %s', (path, number) => {
    expect(filesAt(path, { signedIn: true, held: ofPages })).toEqual([
      ...chunks.federation,
      ...chunks.theme,
      `/remotes/student/assets/${number}.1.js`,
      '/remotes/student/assets/9.1.css',
    ]);
  });

  test('exclude antd’s theme for pages without antd', () => {
    expect(filesAt('/student/scan', { signedIn: true, held: ofPages })).toEqual([
      ...chunks.federation,
      '/remotes/student/assets/1.1.js',
      '/remotes/student/assets/9.1.css',
    ]);
  });

  test('exclude the files of pages if the remote has no page at the path', () => {
    expect(filesAt('/student/marks', { signedIn: true, held: ofPages })).toEqual([
      ...chunks.federation,
      ...chunks.theme,
    ]);
  });
});

test.each([
  ['/', 'home', 'home-checking'],
  ['/login', 'sign-in', 'loading'],
  ['/attendance/ABCD2345', 'sign-in', 'checking'],
  ['/account/check', 'sign-in', 'checking'],
  ['/register', 'loading', 'loading'],
  ['/teachers', 'loading', 'loading'],
])('starts %s with %s for visitors and with %s for signed-in users', (path, visitors, others) => {
  expect(firstPageOf({ path, signedIn: false, providers: false })).toBe(visitors);
  expect(firstPageOf({ path, signedIn: true, providers: false })).toBe(others);
});

test('shows the first page of the sign-in without a password field if there are identity providers', () => {
  expect(firstPageOf({ path: '/login', signedIn: false, providers: true })).toBe('sign-in-providers');
  expect(firstPageOf({ path: '/login', signedIn: true, providers: true })).toBe('loading');
});
