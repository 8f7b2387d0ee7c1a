import type { ComponentType, ReactNode } from 'react';

/** What a page needs around it to be drawn. */
export type Theme = ComponentType<{ children: ReactNode }>;

/** For pages with antd's components; the lightest have none, and are a fifth lighter without it. */
export const loadAntdTheme = async (): Promise<Theme> =>
  (await import(/* webpackChunkName: "theme" */ './antd-theme.ts')).AntdTheme;
