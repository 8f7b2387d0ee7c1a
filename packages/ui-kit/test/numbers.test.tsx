import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { chooseLanguage, formatNumber, installCatalog, TextsProvider } from '@qr-attendance/web-kit';
import { cleanup, render, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { StatusTotals } from '../src/report/status-totals.tsx';
import { StatCards } from '../src/stat-card.tsx';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    numbers: { text: string };
  }
}

const Text = () => {
  const { t } = useTranslation('numbers');
  return <p>{t('text', { count: 1500, code: '1500' })}</p>;
};
const Page = () => (
  <TextsProvider>
    <StatCards stats={[{ title: 'Students', value: 12_345 }]} />
    <StatusTotals totals={{ present: 1_500, late: 20, absent: 0, excused: 0 }} showCount />
    <Text />
  </TextsProvider>
);

beforeAll(() =>
  installCatalog({
    namespace: 'numbers',
    en: { text: '{{count}} students of {{code}}' },
    load: async () => ({ text: '{{count}} Personen von {{code}}' }),
  }),
);
afterEach(cleanup);

test('formats counts with the language’s separators and leaves codes unchanged', async () => {
  await chooseLanguage('en');
  render(<Page />);
  for (const shown of ['12,345', '1,500', '1,520 records', '1,500 students of 1500'])
    expect(screen.getByText(shown)).toBeTruthy();
  cleanup();
  await chooseLanguage('de');
  render(<Page />);
  for (const shown of ['12.345', '1.500', '1.520 Einträge', '1.500 Personen von 1500'])
    expect(await screen.findByText(shown)).toBeTruthy();
  expect(formatNumber(999)).toBe('999');
});
