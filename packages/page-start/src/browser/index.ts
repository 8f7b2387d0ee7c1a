export { filesForPath } from './files-for-path.ts';
export { firstPageOf, type FirstPage } from './first-page-of.ts';
export { readPageData } from './read-page-data.ts';
export { passwordSignIn, signInProviders } from './sign-in-options.ts';
export { takeEarlyAnswer } from './take-early-answer.ts';
export { APP, CHUNKS, INLINE_REMOTES, type Chunks, type InlineRemotes } from '../page-data.ts';
