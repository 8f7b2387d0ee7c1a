export { fillPage } from './fill-page.ts';
export { createPageRemotes, type PageRemotes } from './page-remotes.ts';
