import { LoadingOutlined } from '@ant-design/icons';
import { cspNonce } from '@qr-attendance/web-kit';
import ConfigProvider from 'antd/es/config-provider';
import { useState, type ReactNode } from 'react';
import { useIsDark } from './appearance/appearance.ts';
import { theme } from './theme.ts';
import { useMedia } from './use-media.ts';

/** Goes round pages with antd's components, in the shell. Its style elements have the nonce that the page's policy asks for. */
export const AntdTheme = ({ children }: { children: ReactNode }) => {
  const dark = useIsDark();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [nonce] = useState(cspNonce);
  const { token, ...rest } = dark ? theme.dark : theme.light;
  return (
    <ConfigProvider
      theme={{ ...rest, token: { ...token, motion: !still } }}
      {...(nonce ? { csp: { nonce } } : {})}
      // It may stay in the button unseen, where its way out was cut off; then it must not be a part of the button's name.
      button={{ loadingIcon: <LoadingOutlined aria-hidden /> }}
      // The first wrong field comes clear of the bar at the top, and can be typed in at once.
      form={{ scrollToFirstError: { block: 'center', focus: true } }}
    >
      {children}
    </ConfigProvider>
  );
};
