import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** A page that takes longer does not get the focus, because the user may have moved on. */
const MAX_WAIT_MS = 15_000;
/** An effect sets the title after the heading appears. */
const TITLE_MS = 50;

/** Does nothing if the page or the user has already focused an element inside. */
const focusHeading = (content: HTMLElement, heading: HTMLElement): void => {
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement !== content && content.contains(activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/**
 * Focuses the heading, like browsers after loading a page. Returns the title to announce; empty for the first
 * page.
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
    const observer = new MutationObserver(() => {
      if (arrive()) observer.disconnect();
    });
    if (!arrive()) {
      observer.observe(content, { childList: true, subtree: true });
      timer = setTimeout(() => observer.disconnect(), MAX_WAIT_MS);
    }
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [pathname, main]);
  return title;
};
