import { cspNonce } from '@qr-attendance/web-kit';
import ConfigProvider from 'antd/es/config-provider';
import { useState, type ReactNode } from 'react';
import { useIsDark } from './appearance/appearance.ts';
import { theme } from './theme.ts';
import { useMedia } from './use-media.ts';

/** Passes the nonce that the content security policy requires to antd's style elements. */
export const AntdTheme = ({ children }: { children: ReactNode }) => {
  const dark = useIsDark();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [nonce] = useState(cspNonce);
  const { token, ...rest } = dark ? theme.dark : theme.light;
  return (
    <ConfigProvider
      theme={{ ...rest, token: { ...token, motion: !still } }}
      {...(nonce ? { csp: { nonce } } : {})}
      // Scrolls the first invalid field to the center, clear of the top bar, and focuses it.
      form={{ scrollToFirstError: { block: 'center', focus: true } }}
    >
      {children}
    </ConfigProvider>
  );
};
