import { parseJson } from '@qr-attendance/contracts/parse-json';
import type { InlineRemotes } from '../page-data.ts';

export const readPageData = <T extends object>(id: string): Partial<T> =>
  (parseJson(document.getElementById(id)?.textContent) as Partial<T> | null | undefined) ?? {};

declare global {
  /** The remote's data, requested by the early script if the page does not contain it. */
  var remotesOfArea: Promise<Partial<InlineRemotes> | undefined> | undefined;
}
