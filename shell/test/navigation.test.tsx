import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RemotePage } from '@qr-attendance/contracts';
import type { IdentityActions } from '../src/identity/identity-context.ts';
import { canOpen, pageAt } from '../src/remotes/area-pages.ts';
import { answer, fakeApi, type Answer } from '@qr-attendance/web-kit/testing';

const LIST = 'GET /remotes.json';
const STABLE = '/remotes/student/mf-manifest.json';
const icon = { viewBox: '0 0 8 8', paths: ['M0 0h8v8z'] };
const pages: RemotePage[] = [
  { path: '', nav: { text: { en: 'Dashboard', de: 'Übersicht' }, icon } },
  { path: 'notices', nav: { text: { en: 'Notices' }, icon, main: true } },
  { path: 'notices/:id' },
];
const listOf = (student: object) => answer({ student: { entry: STABLE, contractVersion: 2, ...student } });
const manifestOf = (remote?: object) =>
  answer({ name: 'student', remote: remote && { contractVersion: { host: 2, shared: {} }, ...remote } });

describe('the navigation', () => {
  beforeEach(() => {
    jest.resetModules();
  });

  /** Loads fresh modules, because a page reads the list and each manifest only once. */
  const open = async (answers: Record<string, Answer>) => {
    const server = fakeApi(answers);
    const { render, screen, waitFor, configure, act, cleanup } = await import('@testing-library/react/pure');
    const { MemoryRouter } = await import('react-router');
    const { chooseLanguage, installCatalog, TextsProvider } = await import('@qr-attendance/web-kit');
    const { catalog } = await import('../src/texts/index.ts');
    const { AreaNav } = await import('../src/frame/area-nav.tsx');
    const { IdentityContext } = await import('../src/identity/identity-context.ts');
    const nobody = { state: { status: 'anonymous' } } as IdentityActions;
    configure({ asyncUtilTimeout: 60_000 });
    await installCatalog(catalog);
    render(
      <TextsProvider>
        <IdentityContext value={nobody}>
          <MemoryRouter initialEntries={['/student/notices']}>
            <AreaNav userType="STUDENT" userId={undefined} />
          </MemoryRouter>
        </IdentityContext>
      </TextsProvider>,
    );
    const links = () => screen.queryAllByRole('link');
    const texts = () => links().map((link) => link.textContent);
    return {
      server,
      links,
      texts,
      expectTexts: (wanted: string[]) => waitFor(() => expect(texts()).toEqual(wanted)),
      expectAsked: (wanted: string) =>
        waitFor(() => expect(server.sent.map(({ call }) => call)).toContain(wanted)),
      choose: (language: 'en' | 'de') => act(() => chooseLanguage(language)),
      close: () => {
        cleanup();
        localStorage.clear();
      },
    };
  };

  test('shows the pages from the list of remotes, and reserves space until the list arrives', async () => {
    const page = await open({ [LIST]: listOf({ pages }) });
    expect(page.texts()).toEqual([]);
    expect(document.querySelector('nav')).not.toBeNull();
    await page.expectTexts(['Dashboard', 'Notices']);
    const [first, second] = page.links();
    expect(first?.getAttribute('href')).toBe('/student');
    expect(first?.getAttribute('aria-current')).toBeNull();
    expect(second?.getAttribute('href')).toBe('/student/notices');
    expect(second?.getAttribute('aria-current')).toBe('page');
    expect(second?.className).toContain('area-nav-main');
    expect(second?.querySelector('path')?.getAttribute('d')).toBe('M0 0h8v8z');
    expect(page.server.sent.map(({ call }) => call)).not.toContain(`GET ${STABLE}`);
    page.close();
  });

  test('follows the language and falls back to English', async () => {
    const page = await open({ [LIST]: listOf({ pages }) });
    await page.expectTexts(['Dashboard', 'Notices']);
    await page.choose('de');
    await page.expectTexts(['Übersicht', 'Notices']);
    await page.choose('en');
    page.close();
  });

  test('uses the pages from the manifest if the list lacks them', async () => {
    const page = await open({ [LIST]: listOf({}), [`GET ${STABLE}`]: manifestOf({ pages }) });
    await page.expectTexts(['Dashboard', 'Notices']);
    page.close();
  });

  test('skips pages in a newer format', async () => {
    const later = [{ route: 'later', nav: { text: 'Later' } }, ...pages];
    const page = await open({ [LIST]: listOf({ pages: later }) });
    await page.expectTexts(['Dashboard', 'Notices']);
    page.close();
  });

  test('is empty if the remote’s pages cannot be loaded', async () => {
    const page = await open({ [LIST]: listOf({}) });
    await page.expectAsked(`GET ${STABLE}`);
    expect(page.texts()).toEqual([]);
    page.close();
  });
});

describe('access to a page', () => {
  const declared: RemotePage[] = [
    { path: '' },
    { path: 'notices/new', userType: 'TEACHER' },
    { path: 'notices/:id', userType: 'STUDENT' },
    { path: 'later', userType: 'LIBRARIAN' },
    { path: 'units', userType: 'ADMIN', unitStaff: true },
  ];
  const opens = (userType: string, pathname: string) => canOpen(userType, pageAt(declared, pathname));

  test.each([
    ['the same user type', 'STUDENT', '/campus/notices/7', true],
    ['another user type', 'TEACHER', '/campus/notices/7', false],
    ['another user type, although a later match is for theirs', 'STUDENT', '/campus/notices/new', false],
    ['an unknown user type', 'STUDENT', '/campus/later', false],
    ['unit staff, as a teacher', 'TEACHER', '/campus/units', true],
    ['unit staff, as a student', 'STUDENT', '/campus/units', false],
    ['everyone', 'TEACHER', '/campus', true],
    ['everyone, if no page is declared', 'TEACHER', '/campus/none', true],
  ])('is decided by user type (page for %s): %s at %s', (_whose, userType, pathname, opened) => {
    expect(opens(userType, pathname)).toBe(opened);
  });
});
