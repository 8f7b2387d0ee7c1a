import { LoadingState } from '@qr-attendance/ui-kit';
import { retryableLazy } from '@qr-attendance/web-kit';
import type { ComponentType, ReactNode } from 'react';

export type Theme = ComponentType<{ children: ReactNode }>;

/** Only pages with antd components load the theme; the lightest pages are a fifth smaller without it. */
export const loadAntdTheme = async (): Promise<Theme> =>
  (await import(/* webpackChunkName: "theme" */ './antd-theme.ts')).AntdTheme;

export const antdPage = (load: () => Promise<ComponentType>) =>
  retryableLazy(
    async () => {
      const [Theme, Page] = await Promise.all([loadAntdTheme(), load()]);
      const ThemedPage = () => (
        <Theme>
          <Page />
        </Theme>
      );
      return ThemedPage;
    },
    <LoadingState />,
  );
