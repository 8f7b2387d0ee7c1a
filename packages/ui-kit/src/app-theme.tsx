import ConfigProvider from 'antd/es/config-provider';
import themes from 'antd/es/theme';
import { useEffect, type ReactNode } from 'react';
import { theme } from './theme.ts';
import { useIsDark } from './appearance/appearance.ts';
import { useMedia } from './use-media.ts';

/** Ground and text of the page follow the theme, where no component covers it. Its font is in the shell's sheet. */
const PaintPage = ({ dark }: { dark: boolean }) => {
  const { token } = themes.useToken();
  useEffect(() => {
    const { style } = document.body;
    // Browsers draw their own parts to match: scroll bars, date pickers.
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
    style.background = token.colorBgLayout;
    style.color = token.colorText;
  }, [token, dark]);
  return null;
};

/** Goes round the whole app, once, in the shell. `nonce` lets style elements pass the content security policy. */
export const AppTheme = ({ nonce, children }: { nonce?: string; children: ReactNode }) => {
  const dark = useIsDark();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const { token, ...rest } = dark ? theme.dark : theme.light;
  return (
    <ConfigProvider
      theme={{ ...rest, token: { ...token, motion: !still } }}
      {...(nonce ? { csp: { nonce } } : {})}
      // The first wrong field comes clear of the bar at the top, and can be typed in at once.
      form={{ scrollToFirstError: { block: 'center', focus: true } }}
    >
      <PaintPage dark={dark} />
      {children}
    </ConfigProvider>
  );
};
