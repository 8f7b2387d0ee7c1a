import { QrcodeOutlined, ScanOutlined, TeamOutlined } from '@ant-design/icons';
import { LinkButton, useDocumentTitle, tokens } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { areaOf, kindOf } from '../identity/user-kind.ts';

const steps = [
  { key: 'show', icon: <QrcodeOutlined /> },
  { key: 'scan', icon: <ScanOutlined /> },
  { key: 'see', icon: <TeamOutlined /> },
] as const;

const Actions = () => {
  const { t } = useTranslation('shell');
  const { state } = useIdentityState();
  if (state.status === 'checking') return <div style={{ minHeight: 52 }} />;
  if (state.status === 'signed-in') {
    return (
      <>
        <p style={{ fontSize: 18, margin: '0 0 16px', overflowWrap: 'anywhere' }}>
          {t('home.welcome', { name: state.user.name })}
        </p>
        <LinkButton type="primary" size="large" to={areaOf(state.user)}>
          {t(`home.areas.${kindOf(state.user) ?? 'other'}`)}
        </LinkButton>
      </>
    );
  }
  return (
    <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap', justifyContent: 'center' }}>
      <LinkButton type="primary" size="large" to="/login">
        {t('nav.login')}
      </LinkButton>
      <LinkButton size="large" to="/register">
        {t('nav.register')}
      </LinkButton>
    </div>
  );
};

export const HomePage = () => {
  const { t } = useTranslation('shell');
  useDocumentTitle();
  return (
    <div
      style={{ textAlign: 'center', maxWidth: 760, margin: '0 auto', paddingBlock: 'clamp(24px, 8vh, 96px)' }}
    >
      <h1
        style={{
          fontSize: 'clamp(30px, 6vw, 46px)',
          lineHeight: 1.15,
          letterSpacing: '-0.02em',
          margin: '0 0 12px',
        }}
      >
        {t('title')}
      </h1>
      <p style={{ fontSize: 18, color: tokens.colorTextSecondary, margin: '0 auto 32px', maxWidth: 520 }}>
        {t('tagline')}
      </p>
      <Actions />
      <ol
        style={{
          listStyle: 'none',
          padding: 0,
          margin: '56px 0 0',
          display: 'grid',
          gap: 16,
          gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
          textAlign: 'start',
        }}
      >
        {steps.map(({ key, icon }) => (
          <li
            key={key}
            style={{
              background: tokens.colorBgContainer,
              border: `1px solid ${tokens.colorBorderSecondary}`,
              borderRadius: tokens.borderRadius,
              padding: 20,
            }}
          >
            <span aria-hidden style={{ fontSize: 24, color: tokens.colorLink }}>
              {icon}
            </span>
            <h2 style={{ fontSize: 16, margin: '8px 0 4px' }}>{t(`home.steps.${key}.title`)}</h2>
            <p style={{ margin: 0, color: tokens.colorTextSecondary }}>{t(`home.steps.${key}.text`)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
};
