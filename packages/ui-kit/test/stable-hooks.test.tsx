import { beforeAll, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import * as webKit from '@qr-attendance/web-kit';
import { installCatalog, termsRequest, type Host } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi } from '@qr-attendance/web-kit/testing';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import * as uiKit from '../src/index.ts';

const catalog = { namespace: 'test', en: {}, load: async () => ({}) };
beforeAll(() => installCatalog(catalog));

const api = webKit.createApiClient({ getToken: () => 'token', renew: async () => undefined });
const profile = { usn: 'U1', regNo: 'R1', registeredDevices: [], passkeys: [], securityPreferences: {} };
const host = { api, identity: { profile } } as unknown as Host;
const Page = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <webKit.RemoteProviders catalog={catalog} host={host} basePath="/admin">
      <uiKit.NotifyProvider>{children}</uiKit.NotifyProvider>
    </webKit.RemoteProviders>
  </MemoryRouter>
);

const query = {};
const mutation = { cancel: () => undefined };
const fetchPage = async () => ({ items: [] });
const { listTerms } = routes.course;

/** Calls each hook. Object arguments keep their identity, as in a component that renders again. */
const hooks = {
  useApi: () => webKit.useApi(),
  useApiMutation: () => webKit.useApiMutation(routes.course.archiveTerm, () => ({ params: { id: 'term' } })),
  useApiPages: () => webKit.useApiPages(listTerms, {}, { limit: 10 }),
  useApiQuery: () => webKit.useApiQuery(listTerms),
  useBasePath: () => webKit.useBasePath(),
  useCatalog: () => webKit.useCatalog(catalog),
  useCancelableMutation: () => webKit.useCancelableMutation({ mutationFn: async () => undefined }),
  useCancelOnClose: () => webKit.useCancelOnClose(mutation),
  useFollowChange: () => webKit.useFollowChange(),
  useHost: () => webKit.useHost(),
  useIdempotencyKeys: () => webKit.useIdempotencyKeys(),
  useIdentity: () => webKit.useIdentity(),
  useLiveQuery: () => webKit.useLiveQuery(termsRequest, {}, { everyMs: false }),
  useOpenAddress: () => webKit.useOpenAddress(),
  useRefetch: () => webKit.useRefetch(),
  useRetryNow: () => webKit.useRetryNow(),
  useRoleName: () => webKit.useRoleName(),
  useStudentProfile: () => webKit.useStudentProfile(),
  useWakeLock: () => webKit.useWakeLock(false),
  useAppearance: () => uiKit.useAppearance(),
  useChoices: () => uiKit.useChoices(),
  useColorScheme: () => uiKit.useColorScheme(),
  useDebounced: () => uiKit.useDebounced('typed'),
  useDocumentTitle: () => uiKit.useDocumentTitle('Title'),
  useEditing: () => uiKit.useEditing(),
  useFetchReport: () => uiKit.useFetchReport(query),
  useFocusedRow: () => uiKit.useFocusedRow(),
  useIsDark: () => uiKit.useIsDark(),
  useIsPhone: () => uiKit.useIsPhone(),
  useMedia: () => uiKit.useMedia('print'),
  useNotify: () => uiKit.useNotify(),
  usePrintAll: () => uiKit.usePrintAll(fetchPage),
  useReport: () => uiKit.useReport(query, false),
  useReportFilters: () => uiKit.useReportFilters(),
  useReportTotals: () => uiKit.useReportTotals(query, false),
  useSearchText: () => uiKit.useSearchText(),
  useSourceName: () => uiKit.useSourceName(),
  useSecondsUntil: () => uiKit.useSecondsUntil(0),
} satisfies Record<string, () => unknown>;

const isHook = (name: string) => /^use[A-Z]/.test(name);

test('every shared hook is tested', () => {
  expect(Object.keys(hooks).toSorted()).toEqual(
    [...Object.keys(webKit), ...Object.keys(uiKit)].filter(isHook).toSorted(),
  );
});

const functionsOf = (value: unknown): [string, unknown][] => {
  if (typeof value === 'function') return [['itself', value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([, part]) => typeof part === 'function');
};

test.each(Object.keys(hooks) as (keyof typeof hooks)[])('%s returns stable functions', (name) => {
  fakeApi({ [callOf(listTerms)]: answer([]) });
  window.matchMedia ??= (media) =>
    ({
      media,
      matches: false,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
  const { result, rerender, unmount } = renderHook(hooks[name] as () => unknown, { wrapper: Page });
  const first = functionsOf(result.current);
  rerender();
  const second = new Map(functionsOf(result.current));
  for (const [part, value] of first)
    expect({ part, isSame: second.get(part) === value }).toEqual({ part, isSame: true });
  unmount();
});
