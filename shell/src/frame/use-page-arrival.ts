import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** A page that takes longer to come is not waited for: by then its user may be elsewhere. */
const MAX_WAIT_MS = 15_000;
/** The title follows the heading once effects have run. */
const TITLE_MS = 50;

/** Unless the page itself, or its user, has put the focus somewhere inside. */
const focusHeading = (content: HTMLElement, heading: HTMLElement): void => {
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement !== content && content.contains(activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/**
 * Moves the focus to the heading of each page that is navigated to, as a browser does when it loads a page.
 * @returns the title of that page, to be announced; empty for the page that was opened first
 */
export const usePageArrival = (main: RefObject<HTMLElement | null>): string => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    const content = main.current;
    if (shown.current === pathname || !content) return;
    shown.current = pathname;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arrive = (): boolean => {
      const heading = content.querySelector('h1');
      if (!heading) return false;
      focusHeading(content, heading);
      timer = setTimeout(() => setTitle(document.title), TITLE_MS);
      return true;
    };
    const watching = new MutationObserver(() => {
      if (arrive()) watching.disconnect();
    });
    if (!arrive()) {
      watching.observe(content, { childList: true, subtree: true });
      timer = setTimeout(() => watching.disconnect(), MAX_WAIT_MS);
    }
    return () => {
      watching.disconnect();
      clearTimeout(timer);
    };
  }, [pathname, main]);
  return title;
};
