import { rspack, type Compilation, type Compiler } from '@rspack/core';

interface Options {
  name: string;
  /** Where the container is found once its entry has run. */
  globalName: string;
  /** Name of the chunk group of what is exposed. */
  exposed: string;
}

const withoutMaps = (files: readonly string[], extension: string): string[] =>
  files.filter((file) => file.endsWith(extension));

/**
 * Writes `mf-manifest.json`: where a remote's entry is, which has a hash in its name, and what its module is made of, so
 * that all of it can be fetched at once. Source: the manifest of Module Federation 2, of which this is the part that is read.
 */
export class RemoteManifest {
  readonly #options: Options;
  constructor(options: Options) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RemoteManifest', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'RemoteManifest', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const text = JSON.stringify(this.#describe(compilation));
          compilation.emitAsset('mf-manifest.json', new rspack.sources.RawSource(text));
        },
      );
    });
  }

  #describe(compilation: Compilation): object {
    const { name, globalName, exposed } = this.#options;
    const [entry = ''] = withoutMaps(compilation.entrypoints.get(name)?.getFiles() ?? [], '.js');
    const files = compilation.namedChunkGroups.get(exposed)?.getFiles() ?? [];
    if (!entry || files.length === 0) throw new Error(`${name} has no entry or exposes nothing`);
    return {
      id: name,
      name,
      metaData: { name, globalName, remoteEntry: { path: '', name: entry, type: 'var' } },
      exposes: [
        {
          name: 'remote',
          path: './remote',
          assets: { js: { sync: withoutMaps(files, '.js') }, css: { sync: withoutMaps(files, '.css') } },
        },
      ],
    };
  }
}
