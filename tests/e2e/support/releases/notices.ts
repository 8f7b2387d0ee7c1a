/**
 * A release that only the student team made, without a release of the shell. It contains an antd component
 * and names of shared packages that no other page uses, a later version of a package, a text with the shell's
 * namespace and key, and its own test.
 */
export const notices = {
  dependencies: { '@tanstack/react-query': '^99.0.0' },
  mark: `import { defineCatalog, RemoteProviders } from '@qr-attendance/web-kit';
import { useIsFetching } from '@tanstack/react-query';
import Rate from 'antd/es/rate';
import { useTranslation } from 'react-i18next';
import { useOutletContext } from 'react-router';

const catalog = defineCatalog({
  namespace: 'shell',
  en: { nav: { logout: 'Leave the notices' } },
  load: async () => ({ nav: { logout: 'Mitteilungen verlassen' } }),
});
const Notices = () => {
  const { t } = useTranslation('shell');
  useOutletContext();
  return (
    <section aria-label="Notices">
      <Rate defaultValue={3} />
      <p>{t('nav.logout')}</p>
      <p>{useIsFetching()} calls</p>
    </section>
  );
};
export const Mark = (props) => (
  <RemoteProviders {...props} catalog={catalog}>
    <p>{RELEASE}</p>
    <Notices />
  </RemoteProviders>
);
`,
  tests: `import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';

test('Notices are rated', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.goto('/student');
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByRole('radio').nth(4).click();
  await expect(notices.locator('.ant-rate-star-full')).toHaveCount(5);
});
`,
};
