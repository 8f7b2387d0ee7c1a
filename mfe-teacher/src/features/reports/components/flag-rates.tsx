import { Button, Card, FlagRatesTable } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlagRates } from '../api.ts';

export const FlagRates = ({ courseId }: { courseId: string | undefined }) => {
  const { t } = useTranslation('teacher');
  const [shown, setShown] = useState(false);
  return (
    <Card className="above-lg" title={t('flagRates.title')} help={t('flagRates.help')}>
      {shown ? (
        <LoadedFlagRates courseId={courseId} />
      ) : (
        <Button onClick={() => setShown(true)}>{t('flagRates.show')}</Button>
      )}
    </Card>
  );
};

const LoadedFlagRates = ({ courseId }: { courseId: string | undefined }) => (
  <FlagRatesTable namespace="teacher" rates={useFlagRates(courseId)} />
);
