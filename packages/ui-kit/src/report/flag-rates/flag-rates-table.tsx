import { deviceKindSchema, knownOr, type FlagRates } from '@qr-attendance/contracts';
import { formatNumber, formatPercent } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { QueryView, type QueryLike } from '../../query-view.tsx';
import { EmptyState } from '../../states.tsx';
import { ResponsiveTable } from '../../table/responsive-table.tsx';

interface Row {
  id: string;
  what: string;
  marks: number;
  flagged: number;
  toReview: number;
}

interface Props {
  rates: QueryLike<FlagRates>;
  /** The namespace whose `flagRates` texts are those of `flag-rates.en.ts`. */
  namespace: 'teacher' | 'admin';
}

export const FlagRatesTable = ({ rates, namespace }: Props) => {
  const { t } = useTranslation(namespace);
  const rowsOf = ({ devices, networks }: FlagRates): Row[] => [
    ...devices.map(({ kind, ...counts }) => ({
      ...counts,
      id: kind,
      what: t(`flagRates.device.${knownOr(deviceKindSchema, kind)}`),
    })),
    ...networks.map(({ onCampus, ...counts }) => ({
      ...counts,
      id: String(onCampus),
      what: t(onCampus ? 'flagRates.onCampus' : 'flagRates.offCampus'),
    })),
  ];
  const share = (part: number, { marks }: Row) =>
    `${formatPercent(marks === 0 ? 0 : (100 * part) / marks)} (${formatNumber(part)})`;
  return (
    <QueryView query={rates} errorMessage={t('flagRates.failed')}>
      {(found) => (
        <ResponsiveTable<Row>
          rows={rowsOf(found)}
          rowKey="id"
          columns={[
            { key: 'what', title: t('flagRates.what'), render: ({ what }) => what },
            {
              key: 'marks',
              title: t('flagRates.marks'),
              phone: 'named',
              render: ({ marks }) => formatNumber(marks),
            },
            {
              key: 'flagged',
              title: t('flagRates.flagged'),
              phone: 'named',
              render: (row) => share(row.flagged, row),
            },
            {
              key: 'toReview',
              title: t('flagRates.toReview'),
              phone: 'named',
              render: (row) => share(row.toReview, row),
            },
          ]}
          empty={<EmptyState message={t('flagRates.none')} />}
        />
      )}
    </QueryView>
  );
};
