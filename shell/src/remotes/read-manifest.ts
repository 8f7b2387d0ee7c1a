import { remoteManifestSchema, type ContractVersion } from '@qr-attendance/contracts';
import { IncompatibleRemote } from './incompatible-remote.ts';
import { withinTime } from './within-time.ts';

const fetchManifest = async (url: string): Promise<Response> => {
  const response = await fetch(url, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
};

const manifests = new Map<string, Promise<Response>>();

/** Where a remote's manifest is, as the federation's runtime asks for it. */
export const manifestUrl = (entry: string): string => new URL(entry, location.origin).href;

/** A manifest that was asked for already. */
export const keptManifest = (url: string): Promise<Response> | undefined =>
  manifests.get(url)?.then((manifest) => manifest.clone());

/** Takes the manifest that the page holds, in place of asking for it. */
export const keepToldManifest = (entry: string, manifest: unknown): void => {
  manifests.set(manifestUrl(entry), Promise.resolve(Response.json(manifest)));
};

/** It led nowhere: it is read again next time. */
export const forgetManifest = (entry: string): void => {
  manifests.delete(manifestUrl(entry));
};

interface RemoteDescription {
  contractVersion: ContractVersion;
  pages?: unknown;
}

/**
 * What a remote's build says of it in its manifest, which is fetched once a page; undefined of a remote built before
 * builds did. Rejects where it can't be had, with IncompatibleRemote where it is written for a later shell.
 */
export const readManifest = async (entry: string): Promise<RemoteDescription | undefined> => {
  const url = manifestUrl(entry);
  const fetching = manifests.get(url) ?? withinTime(fetchManifest(url));
  manifests.set(url, fetching);
  try {
    const { data } = remoteManifestSchema.safeParse(await (await fetching).clone().json());
    if (!data) throw new IncompatibleRemote(entry, 'its manifest can’t be read');
    return data.remote;
  } catch (error) {
    forgetManifest(entry);
    throw error;
  }
};
