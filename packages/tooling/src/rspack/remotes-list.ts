import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';
import { REMOTE_CONTRACT_VERSION } from '@qr-attendance/web-kit/contract-version';
import { rspack, type Compiler } from '@rspack/core';

/** `remotes.json` as built: each area's remote of the same release. Operators replace it with `REMOTES_FILE`. */
export const builtRemotes = (): Record<AreaName, { entry: string; contractVersion: number }> =>
  Object.fromEntries(
    areaNames.map((name) => [
      name,
      { entry: `/remotes/${name}/mf-manifest.json`, contractVersion: REMOTE_CONTRACT_VERSION },
    ]),
  ) as ReturnType<typeof builtRemotes>;

export class RemotesList {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RemotesList', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'RemotesList', stage }, () => {
        const list = new rspack.sources.RawSource(JSON.stringify(builtRemotes()));
        compilation.emitAsset('remotes.json', list);
      });
    });
  }
}
