import { LogoutOutlined } from '@ant-design/icons';
import type { UserType } from '@qr-attendance/contracts';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useIdentityState } from '../identity/identity-context.ts';
import { LinkButton } from './link-button.tsx';

/** The product's name, and who one is: Register and Login, or Logout. */
export const TopBar = ({ userType }: { userType: UserType | undefined }) => {
  const { t } = useTranslation('shell');
  const { state, signOut } = useIdentityState();
  const navigate = useNavigate();
  const leave = () => {
    void signOut();
    void navigate('/');
  };
  return (
    <header className="top-bar">
      <Link to="/" className="top-bar-brand">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <span>{t('title')}</span>
      </Link>
      <div className="top-bar-actions">
        {userType && (
          <Button type="text" icon={<LogoutOutlined aria-hidden />} onClick={leave}>
            {t('nav.logout')}
          </Button>
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
      </div>
    </header>
  );
};
