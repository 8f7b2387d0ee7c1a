import { FlagRatesTable, tokens } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../shared/section-card.tsx';
import { useFlagRates } from '../api.ts';

export const FlagRates = ({ courseId }: { courseId: string | undefined }) => {
  const { t } = useTranslation('teacher');
  const [shown, setShown] = useState(false);
  return (
    <div style={{ marginBlockStart: tokens.marginLG }}>
      <SectionCard title={t('flagRates.title')}>
        <p style={{ marginBlockStart: 0, color: tokens.colorTextSecondary }}>{t('flagRates.help')}</p>
        {shown ? (
          <LoadedFlagRates courseId={courseId} />
        ) : (
          <Button onClick={() => setShown(true)}>{t('flagRates.show')}</Button>
        )}
      </SectionCard>
    </div>
  );
};

const LoadedFlagRates = ({ courseId }: { courseId: string | undefined }) => (
  <FlagRatesTable namespace="teacher" rates={useFlagRates(courseId)} />
);
