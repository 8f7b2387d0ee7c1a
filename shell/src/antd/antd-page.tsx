import { lazy, type ComponentType } from 'react';
import { loadAntdTheme } from './load-antd-theme.ts';

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
