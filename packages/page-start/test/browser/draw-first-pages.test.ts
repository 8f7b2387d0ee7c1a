import { expect, test } from '@jest/globals';
import { renderInEachLanguage } from '@qr-attendance/page-start/first-pages';
import { defineCatalog, i18n } from '@qr-attendance/web-kit';

test('draws texts that a language lacks in English', async () => {
  const load = () => Promise.reject(new Error('no such file'));
  const catalog = defineCatalog({ namespace: 'test', en: { title: 'Title' }, load });
  expect(await renderInEachLanguage(catalog, () => i18n.t('test:title' as never))).toEqual({
    en: 'Title',
    de: 'Title',
  });
});
