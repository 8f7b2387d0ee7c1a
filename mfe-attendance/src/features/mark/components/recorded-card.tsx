import { CheckCircleFilled } from '@ant-design/icons';
import { Button, Card } from '@qr-attendance/ui-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Shown if the server recorded the mark but this page is too old to parse the answer. */
export const RecordedCard = () => {
  const { t } = useTranslation('attendance');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Card>
      <div className="stack gap-lg center">
        <div>
          <CheckCircleFilled aria-hidden className="mark-icon mark-icon-large success-text" />
          <h1 ref={heading} tabIndex={-1} className="page-title above focus-target">
            {t('success.title')}
          </h1>
          <p className="flush above-xxs">{t('common:trouble.incompatible')}</p>
          <p className="flush above-xxs">{t('success.reload')}</p>
        </div>
        <Button type="primary" size="large" block onClick={() => window.location.reload()}>
          {t('common:reload')}
        </Button>
      </div>
    </Card>
  );
};
