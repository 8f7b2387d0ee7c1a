import { FIRST_PAGE, SENT } from './show-first-page.ts';

interface Typed {
  /** By the names of fields. */
  values: Record<string, string>;
  /** The field that has the keyboard. */
  focused: string | undefined;
}

/** What was typed into the form of the first page, as long as that stands in the page. */
export const readTyped = (): Typed | undefined => {
  // In the build, which draws the first page.
  if (typeof document === 'undefined') return undefined;
  const form = document.querySelector<HTMLFormElement>(`[${FIRST_PAGE}] form`);
  if (!form) return undefined;
  const fields = [...form.querySelectorAll('input')];
  return {
    values: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    focused: fields.find((field) => field === document.activeElement)?.name,
  };
};

/** For when the app has drawn its own in the place of the first page: a form that was sent meanwhile is sent by the app. */
export const endFirstPage = (): void => {
  const root = document.getElementById('root');
  const sent = root?.hasAttribute(SENT);
  root?.removeAttribute(FIRST_PAGE);
  root?.removeAttribute(SENT);
  if (sent) root?.querySelector('form')?.requestSubmit();
};
