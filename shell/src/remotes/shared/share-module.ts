export interface SharedModule {
  version: string;
  shareConfig: { singleton: boolean; requiredVersion: string };
  get: () => Promise<() => object>;
}

export const shareModule = (version: string, load: () => object | Promise<object>): SharedModule => ({
  version,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
  get: async () => {
    const module = await load();
    return () => module;
  },
});
