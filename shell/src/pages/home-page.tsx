import { QrcodeOutlined, ScanOutlined, TeamOutlined } from '@ant-design/icons';
import { Card, LinkButton, useDocumentTitle } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { useUnitStaff } from '../identity/unit-staff.ts';
import { areaOf, kindOf } from '../identity/user-kind.ts';

const steps = [
  { key: 'show', icon: <QrcodeOutlined /> },
  { key: 'scan', icon: <ScanOutlined /> },
  { key: 'see', icon: <TeamOutlined /> },
] as const;

const Actions = () => {
  const { t } = useTranslation('shell');
  const { state } = useIdentityState();
  const { isUnitStaff } = useUnitStaff();
  if (state.status === 'checking') return <div className="home-checking" />;
  if (state.status === 'signed-in') {
    return (
      <>
        <p className="home-lead below">{t('home.welcome', { name: state.user.name })}</p>
        <div className="row center">
          <LinkButton type="primary" size="large" to={areaOf(state.user)}>
            {t(`home.areas.${kindOf(state.user) ?? 'other'}`)}
          </LinkButton>
          {isUnitStaff && (
            <LinkButton size="large" to="/admin">
              {t('home.areas.ADMIN')}
            </LinkButton>
          )}
        </div>
      </>
    );
  }
  return (
    <div className="row center">
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
    <div className="home">
      <h1>{t('common:product')}</h1>
      <p className="home-lead muted">{t('tagline')}</p>
      <Actions />
      <ol className="list home-steps">
        {steps.map(({ key, icon }) => (
          <li key={key} className="stack">
            <Card>
              <span aria-hidden className="step-icon">
                {icon}
              </span>
              <h2 className="title above-xs">{t(`home.steps.${key}.title`)}</h2>
              <p className="flush above-xxs muted">{t(`home.steps.${key}.text`)}</p>
            </Card>
          </li>
        ))}
      </ol>
    </div>
  );
};
