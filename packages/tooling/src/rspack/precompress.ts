import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { rspack, type Compiler } from '@rspack/core';

const compress = promisify(brotliCompress);
const TEXT = /\.(js|css|svg|wasm)$/;

const smallest = (content: Buffer): Promise<Buffer> =>
  compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/**
 * Writes `<file>.br` beside each script, style sheet, SVG and WebAssembly file; the gateway's
 * `serveCompressed` sends it.
 */
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
