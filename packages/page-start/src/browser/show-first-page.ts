import type { RemoteFirstPages } from '@qr-attendance/contracts';
import { matchesPage } from '@qr-attendance/contracts/areas';
import { chosenFirstPage } from './first-page-choice.ts';
import { firstPageOf } from './first-page-of.ts';
import {
  BUSY_ATTRIBUTE,
  FIRST_PAGE,
  PRESSED_ATTRIBUTE,
  replaceFirstPage,
  FIRST_PAGE_ATTRIBUTE,
  WAIT_FOR_TEXT_ATTRIBUTE,
} from './replace-first-page.ts';
import type { Shell } from './shell.ts';

interface Visit {
  path: string;
  token: string | undefined;
  providers: boolean;
  language: string;
  ofRemote: RemoteFirstPages | undefined;
}

const isDark = (): boolean => {
  const chosen = localStorage.getItem('appearance');
  return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
};

const findRemotes = (
  { path, token, language, ofRemote }: Visit,
  { userTypeOf }: Pick<Shell, 'userTypeOf'>,
): string | undefined => {
  const kind = userTypeOf(token);
  const isTheirs = ({ path: page, userType = kind }: RemoteFirstPages['pages'][number]): boolean =>
    kind !== undefined && userType === kind && matchesPage(page, path);
  const pages = ofRemote?.pages.filter(isTheirs) ?? [];
  const area = path.split('/')[1];
  const chosen = pages[0] && chosenFirstPage(`/${area}/${pages[0].path}`);
  const page = chosen === undefined ? pages[0] : pages.find(({ name }) => name === chosen);
  return page?.html[language];
};

const recordPress = (page: Element, button: HTMLElement): void => {
  page.setAttribute(PRESSED_ATTRIBUTE, button.getAttribute('name') ?? '');
  for (const before of page.querySelectorAll(`[${BUSY_ATTRIBUTE}]`)) before.removeAttribute(BUSY_ATTRIBUTE);
  button.setAttribute(BUSY_ATTRIBUTE, 'true');
};

/** Shows the first page of the visited path, from the page's templates or the remote's pages, if one exists. */
export const showFirstPage = (visit: Visit, shell: Pick<Shell, 'userTypeOf' | 'ownerOf'>): void => {
  const { path, token, providers, language, ofRemote } = visit;
  document.documentElement.style.colorScheme = isDark() ? 'dark' : 'light';
  const root = document.getElementById('root');
  const take = (name: string): DocumentFragment | undefined =>
    document.querySelector<HTMLTemplateElement>(`template#first-${language}-${name}`)?.content;
  const signedIn = token !== undefined;
  const frame = take(signedIn ? 'frame-checking' : 'frame');
  const remotePage = findRemotes(visit, shell);
  const own = remotePage === undefined ? take(firstPageOf({ path, signedIn, providers })) : undefined;
  if (!root || !frame || (remotePage === undefined && !own)) return;
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
    main.innerHTML = `<div>${remotePage}</div>`;
    root.setAttribute(WAIT_FOR_TEXT_ATTRIBUTE, '');
  }
  const area = signedIn ? (shell.ownerOf(path) ?? shell.userTypeOf(token)) : undefined;
  if (area) {
    page.firstElementChild?.classList.add(`frame-${area.toLowerCase()}`);
    const links = document.createElement('nav');
    links.className = 'area-nav';
    main?.before(links);
  }
  page.addEventListener('submit', (event) => {
    // A native submit would put the password into the URL.
    event.preventDefault();
    if (event.submitter) recordPress(page, event.submitter);
  });
  page.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[type="button"][name]');
    if (button) recordPress(page, button);
  });
  root.setAttribute(FIRST_PAGE_ATTRIBUTE, '');
  root.before(page);
  replaceFirstPage(page, root);
};
