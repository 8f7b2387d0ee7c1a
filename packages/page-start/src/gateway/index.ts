export { fillPage } from './fill-page.ts';
export { createPageRemotes, type PageRemotes } from './page-remotes.ts';
export { createSignInOptionsReader, type ReadSignInOptions } from './sign-in-options.ts';
