import { type ContractVersion, remoteManifestSchema } from '@qr-attendance/contracts';
import { withTimeout } from './with-timeout.ts';

export class IncompatibleRemote extends Error {
  constructor(name: string, asksFor: string) {
    super(`${name} does not fit this shell: ${asksFor}`);
  }
}

const fetchManifest = async (url: string): Promise<Response> => {
  const response = await fetch(url, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
};

const manifests = new Map<string, Promise<Response>>();

export const manifestUrl = (entry: string): string => new URL(entry, location.origin).href;

export const cachedManifest = (url: string): Promise<Response> | undefined =>
  manifests.get(url)?.then((manifest) => manifest.clone());

/** Uses the manifest inlined in the page instead of fetching it. */
export const seedManifest = (entry: string, manifest: unknown): void => {
  manifests.set(manifestUrl(entry), Promise.resolve(Response.json(manifest)));
};

/** Removes an unusable manifest, so that it is fetched again. */
export const evictManifest = (entry: string): void => {
  manifests.delete(manifestUrl(entry));
};

interface RemoteDescription {
  contractVersion: ContractVersion;
  pages?: unknown;
}

/** Without a manifest, the remote's dependencies are unknown, so antd is assumed. */
export const usesAntd = (manifest: RemoteDescription | undefined): boolean =>
  !manifest || Object.keys(manifest.contractVersion.shared).some((name) => name.startsWith('antd/'));

export const readManifest = async (entry: string): Promise<RemoteDescription | undefined> => {
  const url = manifestUrl(entry);
  const fetching = manifests.get(url) ?? withTimeout(fetchManifest(url));
  manifests.set(url, fetching);
  try {
    const { data } = remoteManifestSchema.safeParse(await (await fetching).clone().json());
    if (!data) throw new IncompatibleRemote(entry, 'its manifest can’t be read');
    return data.remote;
  } catch (error) {
    evictManifest(entry);
    throw error;
  }
};
