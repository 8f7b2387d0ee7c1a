import { CheckCircleFilled } from '@ant-design/icons';
import { Button, Panel, tokens } from '@qr-attendance/ui-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** The server recorded the mark, but this page is too old to read the answer. */
export const RecordedCard = () => {
  const { t } = useTranslation('attendance');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Panel>
      <div style={{ display: 'grid', gap: tokens.marginLG, textAlign: 'center' }}>
        <div>
          <CheckCircleFilled aria-hidden style={{ fontSize: 88, color: tokens.colorSuccess }} />
          <h1 ref={heading} tabIndex={-1} style={{ margin: '16px 0 0', fontSize: 26, lineHeight: '34px' }}>
            {t('success.title')}
          </h1>
          <p style={{ margin: '4px 0 0' }}>{t('common:trouble.incompatible')}</p>
          <p style={{ margin: '4px 0 0' }}>{t('success.reload')}</p>
        </div>
        <Button type="primary" size="large" block onClick={() => window.location.reload()}>
          {t('common:reload')}
        </Button>
      </div>
    </Panel>
  );
};
