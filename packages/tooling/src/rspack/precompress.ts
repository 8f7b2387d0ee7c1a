import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { rspack, type Compiler } from '@rspack/core';

const compress = promisify(brotliCompress);
/** Files that compress well. */
const TEXT = /\.(js|css|svg|wasm)$/;

/** Text that is worth it is a tenth smaller by the best quality than by one that a server has the time for. */
const smallest = (content: Buffer): Promise<Buffer> =>
  compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Writes `<file>.br` beside each script, style sheet, picture of text and WebAssembly. The gateway sends it: see its serveCompressed. */
export class Precompress {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Precompress', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'Precompress', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER },
        async (assets) => {
          const texts = Object.entries(assets).filter(([name]) => TEXT.test(name));
          await Promise.all(
            texts.map(async ([name, source]) => {
              const compressed = await smallest(Buffer.from(source.source()));
              compilation.emitAsset(`${name}.br`, new rspack.sources.RawSource(compressed));
            }),
          );
        },
      );
    });
  }
}
