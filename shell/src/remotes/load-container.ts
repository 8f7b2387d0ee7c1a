import { z } from 'zod';
import { keep } from './keep.ts';
import { preloadFile } from './preload-file.ts';

/** What a remote's build offers. Source: webpack, Module Federation, dynamic remote containers. */
interface Container {
  init: (shareScope: unknown) => unknown;
  get: (module: string) => Promise<() => unknown>;
}
declare const __webpack_init_sharing__: (scope: string) => Promise<unknown>;
declare const __webpack_share_scopes__: Record<string, unknown>;

const filesSchema = z.object({ sync: z.array(z.string()) });
/** The part of a Module Federation manifest that is read: see remote-manifest.ts in packages/tooling. */
const manifestSchema = z.object({
  metaData: z.object({
    globalName: z.string(),
    remoteEntry: z.object({ path: z.string(), name: z.string() }),
  }),
  exposes: z.array(z.object({ assets: z.object({ js: filesSchema, css: filesSchema }) })),
});

const readManifest = async (url: URL) => {
  const response = await fetch(url, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return manifestSchema.parse(await response.json());
};

const runScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${src} can't be had`));
    };
    document.head.append(script);
  });

/** All that the manifest names is fetched at once: one round trip, where each file asking for the next would take several. */
const load = async (url: URL): Promise<Container> => {
  const { metaData, exposes } = await readManifest(url);
  const hrefOf = (file: string): string => new URL(file, url).href;
  for (const { assets } of exposes) {
    for (const file of assets.js.sync) preloadFile(hrefOf(file), 'script');
    for (const file of assets.css.sync) preloadFile(hrefOf(file), 'style');
  }
  const { path, name } = metaData.remoteEntry;
  await runScript(hrefOf(path + name));
  const container = (globalThis as Record<string, unknown>)[metaData.globalName] as Container | undefined;
  if (!container) throw new Error(`${url.pathname} names no container`);
  await __webpack_init_sharing__('default');
  await container.init(__webpack_share_scopes__['default']);
  return container;
};

const kept = keep<Container>();

/** The container that a manifest describes, ready to be asked for modules. One that runs stays; one that failed is forgotten. */
export const loadContainer = (url: URL): Promise<Container> => kept(url.href, () => load(url));
