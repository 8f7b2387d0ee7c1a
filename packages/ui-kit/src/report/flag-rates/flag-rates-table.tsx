import { deviceKindSchema, knownOrOther, type FlagRates } from '@qr-attendance/contracts';
import { formatNumber, formatPercent, useCatalog } from '@qr-attendance/web-kit';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView, type QueryLike } from '../../query-view.tsx';
import { EmptyState, LoadingState } from '../../states.tsx';
import { ResponsiveTable } from '../../table/responsive-table.tsx';
import { flagRatesCatalog } from './texts/index.ts';

interface Row {
  id: string;
  what: string;
  marks: number;
  flagged: number;
  toReview: number;
}

const LoadedTable = ({ rates }: { rates: QueryLike<FlagRates> }) => {
  useCatalog(flagRatesCatalog);
  const { t } = useTranslation('flagRates');
  const rowsOf = ({ devices, networks }: FlagRates): Row[] => [
    ...devices.map(({ kind, ...counts }) => ({
      ...counts,
      id: kind,
      what: t(`device.${knownOrOther(deviceKindSchema, kind)}`),
    })),
    ...networks.map(({ onCampus, ...counts }) => ({
      ...counts,
      id: String(onCampus),
      what: t(onCampus ? 'onCampus' : 'offCampus'),
    })),
  ];
  const share = (part: number, { marks }: Row) =>
    `${formatPercent(marks === 0 ? 0 : (100 * part) / marks)} (${formatNumber(part)})`;
  return (
    <QueryView query={rates} errorMessage={t('failed')}>
      {(flagRates) => (
        <ResponsiveTable<Row>
          rows={rowsOf(flagRates)}
          rowKey="id"
          columns={[
            { key: 'what', title: t('what'), render: ({ what }) => what },
            {
              key: 'marks',
              title: t('marks'),
              phone: 'named',
              render: ({ marks }) => formatNumber(marks),
            },
            {
              key: 'flagged',
              title: t('flagged'),
              phone: 'named',
              render: (row) => share(row.flagged, row),
            },
            {
              key: 'toReview',
              title: t('toReview'),
              phone: 'named',
              render: (row) => share(row.toReview, row),
            },
          ]}
          empty={<EmptyState message={t('none')} />}
        />
      )}
    </QueryView>
  );
};

/**
 * The texts of the table load after it in languages other than English; Suspense keeps the page around it
 * visible.
 */
export const FlagRatesTable = (props: { rates: QueryLike<FlagRates> }) => (
  <Suspense fallback={<LoadingState />}>
    <LoadedTable {...props} />
  </Suspense>
);
