import { FIRST_PAGE, SENT } from './show-first-page.ts';

/** What was done with the first page's form before the app was there. */
export interface BegunForm {
  /** By the names of fields. */
  values: Record<string, string>;
  /** The field that had the keyboard last. */
  focused: string | undefined;
  sent: boolean;
}

let form: HTMLFormElement | undefined;
let focused: string | undefined;

/** For before the app is drawn. The form keeps what is typed until that moment, also when it is gone from the page. */
export const keepBegunForm = (): void => {
  form = document.querySelector<HTMLFormElement>(`[${FIRST_PAGE}] form`) ?? undefined;
  const note = ({ target }: { target: unknown }) => {
    if (target instanceof HTMLInputElement) focused = target.name;
  };
  note({ target: document.activeElement });
  form?.addEventListener('focusin', note);
};

/** Until it is forgotten: for the form of the app that goes on with it. */
export const readBegunForm = (): BegunForm | undefined =>
  form && {
    values: Object.fromEntries([...form.querySelectorAll('input')].map(({ name, value }) => [name, value])),
    focused,
    sent: form.hasAttribute(SENT),
  };
export const forgetBegunForm = (): void => {
  form = undefined;
};

/** The app has drawn its own in the place of the first page. */
export const endFirstPage = (): void => document.getElementById('root')?.removeAttribute(FIRST_PAGE);
