import themes from 'antd/es/theme';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { AreaNav } from './area-nav.tsx';
import './frame.css';
import { TopBar } from './top-bar.tsx';

/** The frame of every page. It belongs to the shell and stays while areas come and go. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const { token } = themes.useToken();
  const { state } = useIdentityState();
  const userType = state.status === 'signed-in' ? state.user.userType : undefined;
  const colours = {
    '--frame-surface': token.colorBgContainer,
    '--frame-line': token.colorBorderSecondary,
    '--frame-text': token.colorText,
    '--frame-muted': token.colorTextSecondary,
    '--frame-accent': token.colorLink,
    '--frame-primary': token.colorPrimary,
    '--frame-selected': token.controlItemBgActive,
  } as CSSProperties;
  return (
    <div className={`frame ${userType ? `frame-${userType.toLowerCase()}` : ''}`} style={colours}>
      <a className="frame-skip" href="#content">
        {t('skip')}
      </a>
      <TopBar userType={userType} />
      {userType && <AreaNav userType={userType} />}
      <main id="content" className="frame-content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
