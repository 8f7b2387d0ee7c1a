import { deviceKindSchema, knownOr, type FlagRates as Rates } from '@qr-attendance/contracts';
import { EmptyState, QueryView, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import theme from 'antd/es/theme';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../shared/format-percent.ts';
import { SectionCard } from '../../../shared/section-card.tsx';
import { useFlagRates } from '../api/get-flag-rates.ts';

/** Whether some phones or networks are flagged more often than others; asked for by a press, as few look. */
export const FlagRates = ({ courseId }: { courseId: string | undefined }) => {
  const { t } = useTranslation('teacher');
  const { token } = theme.useToken();
  const [shown, setShown] = useState(false);
  return (
    <div style={{ marginBlockStart: token.marginLG }}>
      <SectionCard title={t('flagRates.title')}>
        <p style={{ marginBlockStart: 0, color: token.colorTextSecondary }}>{t('flagRates.help')}</p>
        {shown ? (
          <FoundRates courseId={courseId} />
        ) : (
          <Button onClick={() => setShown(true)}>{t('flagRates.show')}</Button>
        )}
      </SectionCard>
    </div>
  );
};

interface Row {
  id: string;
  what: string;
  marks: number;
  flagged: number;
  toReview: number;
}

const FoundRates = ({ courseId }: { courseId: string | undefined }) => {
  const { t } = useTranslation('teacher');
  const rates = useFlagRates(courseId);
  const rowsOf = ({ devices, networks }: Rates): Row[] => [
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
