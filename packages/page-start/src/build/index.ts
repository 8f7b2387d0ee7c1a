export { EarlyScript } from './early-script.ts';
export { FirstPages, firstPagesFileOf, RemoteFirstPages } from './first-pages-plugin.ts';
export { EXPOSED, languageFilesOf, pageFilesOf, pagesFileOf, readPages } from './page-files.ts';
