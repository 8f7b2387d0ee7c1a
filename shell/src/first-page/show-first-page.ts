import type { RemoteFirstPages } from '@qr-attendance/contracts';
import { leadsTo } from '@qr-attendance/contracts/page-path';
import { chosenFirstPage } from '@qr-attendance/web-kit/first-page-choice';
import { claimedKind, ownerOf } from '../identity/user-kind.ts';
import { BUSY, FIRST_PAGE, HOLDS, PRESSED, SHOWN } from './first-page-marks.ts';
import { firstPageOf } from './first-page-of.ts';
import { takeOverFrom } from './take-over.ts';

interface Visit {
  path: string;
  token: string | undefined;
  language: string;
  ofRemote: RemoteFirstPages | undefined;
}

const isDark = (): boolean => {
  const chosen = localStorage.getItem('appearance');
  return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
};

/** What the path's remote has drawn for this person. */
const findRemotes = ({ path, token, language, ofRemote }: Visit): string | undefined => {
  const kind = claimedKind(token);
  const isTheirs = ({ path: page, userType = kind }: RemoteFirstPages['pages'][number]): boolean =>
    kind !== undefined && userType === kind && leadsTo(page, path);
  const pages = ofRemote?.pages.filter(isTheirs) ?? [];
  const area = path.split('/')[1];
  const chosen = pages[0] && chosenFirstPage(`/${area}/${pages[0].path}`);
  const page = chosen === undefined ? pages[0] : pages.find(({ name }) => name === chosen);
  return page?.html[language];
};

/** Notes which button was pressed, which then looks as the app's own does while it is under way. */
const notePress = (page: Element, button: HTMLElement): void => {
  page.setAttribute(PRESSED, button.getAttribute('name') ?? '');
  for (const before of page.querySelectorAll(`[${BUSY}]`)) before.removeAttribute(BUSY);
  button.setAttribute(BUSY, 'true');
};

/**
 * Shows what the build has drawn for this visit, ahead of the element that the app draws into: out of the page's own
 * templates, and of what the gateway wrote of the path's remote. Nothing where they are missing.
 */
export const showFirstPage = (visit: Visit): void => {
  const { path, token, language, ofRemote } = visit;
  document.documentElement.style.colorScheme = isDark() ? 'dark' : 'light';
  const root = document.getElementById('root');
  const take = (name: string): DocumentFragment | undefined =>
    document.querySelector<HTMLTemplateElement>(`template#first-${language}-${name}`)?.content;
  const signedIn = token !== undefined;
  const frame = take(signedIn ? 'frame-checking' : 'frame');
  const lent = findRemotes(visit);
  const own = lent === undefined ? take(firstPageOf({ path, signedIn })) : undefined;
  if (!root || !frame || (lent === undefined && !own)) return;
  document.documentElement.lang = language;
  const page = document.createElement('div');
  page.id = FIRST_PAGE;
  page.append(frame);
  const main = page.querySelector('main');
  if (own) main?.append(own);
  else if (main) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(ofRemote?.style ?? '');
    document.adoptedStyleSheets.push(sheet);
    main.innerHTML = `<div>${lent}</div>`;
    root.setAttribute(HOLDS, '');
  }
  const area = signedIn ? (ownerOf(path) ?? claimedKind(token)) : undefined;
  if (area) {
    page.firstElementChild?.classList.add(`frame-${area.toLowerCase()}`);
    const links = document.createElement('nav');
    links.className = 'area-nav';
    main?.before(links);
  }
  page.addEventListener('submit', (event) => {
    // Sent by the browser, a password would stand in the address.
    event.preventDefault();
    if (event.submitter) notePress(page, event.submitter);
  });
  page.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[type="button"][name]');
    if (button) notePress(page, button);
  });
  root.setAttribute(SHOWN, '');
  root.before(page);
  takeOverFrom(page, root);
};
