import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Button, LinkButton } from '@qr-attendance/ui-kit';
import { startTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useIdentityState } from '../identity/identity-context.ts';
import { SettingsMenu } from './settings-menu.tsx';

export const TopBar = ({ signedIn }: { signedIn: boolean }) => {
  const { t } = useTranslation('shell');
  const { state, signOut } = useIdentityState();
  const navigate = useNavigate();
  const leave = () => {
    // Sign-out and navigation are one transition; otherwise the current page would request a sign-in.
    startTransition(() => {
      void navigate('/');
      void signOut({ withProvider: true });
    });
  };
  return (
    <header className="top-bar">
      <Link to="/" className="top-bar-brand" aria-label={t('common:product')}>
        <i className="top-bar-logo" aria-hidden />
        <span className="top-bar-title">{t('common:product')}</span>
        <span className="top-bar-short-title">{t('shortTitle')}</span>
      </Link>
      <div className="top-bar-actions">
        {signedIn && (
          <>
            <LinkButton
              type="text"
              to="/account"
              icon={<UserOutlined aria-hidden />}
              aria-label={t('nav.account')}
              title={t('nav.account')}
            />
            <Button
              type="text"
              className="top-bar-logout"
              icon={<LogoutOutlined aria-hidden />}
              onClick={leave}
            >
              {t('nav.logout')}
            </Button>
          </>
        )}
        {state.status === 'anonymous' && (
          <>
            <LinkButton type="text" to="/register">
              {t('nav.register')}
            </LinkButton>
            <LinkButton type="text" to="/login">
              {t('nav.login')}
            </LinkButton>
          </>
        )}
        <SettingsMenu />
      </div>
    </header>
  );
};
