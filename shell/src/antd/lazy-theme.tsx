import { lazy, type ComponentType, type ReactNode } from 'react';

/** What a page needs around it to be drawn. */
export type Theme = ComponentType<{ children: ReactNode }>;

/** For pages with antd's components; the lightest have none, and are a fifth lighter without it. */
export const loadAntdTheme = async (): Promise<Theme> =>
  (await import(/* webpackChunkName: "theme" */ './antd-theme.ts')).AntdTheme;

/** A page of the shell with antd's components, whose theme is fetched beside it. */
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
