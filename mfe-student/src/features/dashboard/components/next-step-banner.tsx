import { CheckCircleFilled, LockOutlined, MobileOutlined } from '@ant-design/icons';
import { getDeviceId, useBasePath, useStudentProfile } from '@qr-attendance/web-kit';
import theme from 'antd/es/theme';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../shared/link-button.tsx';
import { links } from '../../../shared/links.ts';
import { setupStepOf } from '../../../shared/setup-step.ts';

const icons = {
  pin: <LockOutlined aria-hidden />,
  device: <MobileOutlined aria-hidden />,
  scan: <CheckCircleFilled aria-hidden />,
};

/** The dashboard's first question, "what must I do now?", answered with one thing. */
export const NextStepBanner = () => {
  const { t } = useTranslation('student');
  const { token } = theme.useToken();
  const to = links(useBasePath());
  const step = setupStepOf(useStudentProfile(), getDeviceId()) ?? 'scan';
  const accent = step === 'scan' ? token.colorPrimary : token.colorWarning;
  return (
    <section
      aria-labelledby="next-step"
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: token.margin,
        padding: token.paddingLG,
        marginBlockEnd: token.margin,
        borderRadius: token.borderRadiusLG,
        border: `1px solid color-mix(in srgb, ${accent} 24%, ${token.colorBorderSecondary})`,
        background: `color-mix(in srgb, ${accent} 6%, ${token.colorBgContainer})`,
      }}
    >
      <div style={{ flex: '1 1 260px', display: 'flex', gap: token.margin, minWidth: 0 }}>
        <span style={{ fontSize: 26, lineHeight: 1, marginBlockStart: 2, color: accent }}>{icons[step]}</span>
        <div>
          <h2 id="next-step" style={{ margin: 0, fontSize: token.fontSizeLG, fontWeight: 650 }}>
            {t(`nextStep.${step}.title`)}
          </h2>
          <p style={{ margin: '2px 0 0', color: token.colorTextSecondary }}>{t(`nextStep.${step}.text`)}</p>
        </div>
      </div>
      <LinkButton type="primary" size="large" to={step === 'scan' ? to.scan : to.security}>
        {t(`nextStep.${step}.action`)}
      </LinkButton>
    </section>
  );
};
