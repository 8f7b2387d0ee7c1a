import { claimedKind, ownerOf } from '../identity/user-kind.ts';
import { firstPageOf } from './first-page-of.ts';

/** Until the app has drawn its own: on the element that it draws into. */
export const FIRST_PAGE = 'data-first-page';
/** On its form, once that was sent: the app sends it. */
export const SENT = 'data-sent';

interface Visit {
  path: string;
  token: string | undefined;
  language: string;
}

const isDark = (): boolean => {
  const chosen = localStorage.getItem('appearance');
  return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
};

/** Shows what the build has drawn for this visit, out of the page's own templates. Nothing where they are missing. */
export const showFirstPage = ({ path, token, language }: Visit): void => {
  document.documentElement.style.colorScheme = isDark() ? 'dark' : 'light';
  const root = document.getElementById('root');
  const take = (name: string): DocumentFragment | undefined =>
    document.querySelector<HTMLTemplateElement>(`template#first-${language}-${name}`)?.content;
  const signedIn = token !== undefined;
  const frame = take(signedIn ? 'frame-checking' : 'frame');
  const page = take(firstPageOf({ path, signedIn }));
  if (!root || !frame || !page) return;
  document.documentElement.lang = language;
  root.setAttribute(FIRST_PAGE, '');
  root.append(frame);
  const main = root.querySelector('main');
  main?.append(page);
  const area = signedIn ? (ownerOf(path) ?? claimedKind(token)) : undefined;
  if (area) {
    root.firstElementChild?.classList.add(`frame-${area.toLowerCase()}`);
    const links = document.createElement('nav');
    links.className = 'area-nav';
    main?.before(links);
  }
  root.addEventListener('submit', (event) => {
    if (!root.hasAttribute(FIRST_PAGE)) return;
    // Sent by the browser, a password would stand in the address.
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) event.target.setAttribute(SENT, '');
    // As the app's own button looks while it is under way.
    event.submitter?.setAttribute('aria-busy', 'true');
  });
};
