import { LinkButton } from '@qr-attendance/ui-kit';
import { LockOutlined, MobileOutlined, QrcodeOutlined, ScanOutlined } from '@ant-design/icons';
import { getDeviceId, useBasePath, useStudentProfile } from '@qr-attendance/web-kit';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { nextStep, requirementsOf, type NextStep } from '../../../shared/readiness.ts';

const icons: Record<NextStep, ReactNode> = {
  pin: <LockOutlined />,
  device: <MobileOutlined />,
  passkey: <ScanOutlined />,
  scan: <QrcodeOutlined />,
};

/** The one thing to do now, on top of the dashboard. `running`: classes taking attendance at this moment. */
export const NextStepBanner = ({ running }: { running: number }) => {
  const { t } = useTranslation('student');
  const { token } = theme.useToken();
  const to = links(useBasePath());
  const step = nextStep(requirementsOf(useStudentProfile(), getDeviceId()));
  const why = step === 'scan' && running > 0 ? t('next.scanNow', { count: running }) : t(`next.${step}Why`);
  return (
    <section
      aria-label={t(`next.${step}Title`)}
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: token.margin,
        padding: token.paddingLG,
        marginBlockEnd: token.margin,
        borderRadius: token.borderRadiusLG,
        border: `1px solid color-mix(in srgb, ${token.colorPrimary} 24%, ${token.colorBorderSecondary})`,
        background: `color-mix(in srgb, ${token.colorPrimary} 6%, ${token.colorBgContainer})`,
      }}
    >
      <span aria-hidden style={{ fontSize: 28, color: token.colorLink, display: 'flex' }}>
        {icons[step]}
      </span>
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
        <h2 style={{ margin: 0, fontSize: token.fontSizeLG, fontWeight: 600 }}>{t(`next.${step}Title`)}</h2>
        <p style={{ margin: 0, color: token.colorTextSecondary }}>{why}</p>
      </div>
      <LinkButton
        type="primary"
        size="large"
        to={step === 'scan' ? to.scan : to.security}
        style={{ flex: '0 1 auto', minWidth: 180 }}
      >
        {t(`next.${step}Action`)}
      </LinkButton>
    </section>
  );
};
