import { LoadingOutlined } from '@ant-design/icons';
import { cspNonce } from '@qr-attendance/web-kit';
import ConfigProvider from 'antd/es/config-provider';
import { useState, type ReactNode } from 'react';
import { useIsDark } from './appearance/appearance.ts';
import { theme } from './theme.ts';
import { useMedia } from './use-media.ts';

/** The provider around pages with antd components. Its style elements have the nonce of the page's policy. */
export const AntdTheme = ({ children }: { children: ReactNode }) => {
  const dark = useIsDark();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [nonce] = useState(cspNonce);
  const { token, ...rest } = dark ? theme.dark : theme.light;
  return (
    <ConfigProvider
      theme={{ ...rest, token: { ...token, motion: !still } }}
      {...(nonce ? { csp: { nonce } } : {})}
      // It may stay in the button invisibly if its transition was interrupted; then it must not be part of
      // the button's name.
      button={{ loadingIcon: <LoadingOutlined aria-hidden /> }}
      // The first invalid field must not be below the sticky header, and gets the focus.
      form={{ scrollToFirstError: { block: 'center', focus: true } }}
    >
      {children}
    </ConfigProvider>
  );
};
