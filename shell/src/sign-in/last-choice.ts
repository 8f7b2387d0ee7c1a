const KEY = 'sign-in-choice';
export const PASSWORD = 'password';

/** The provider with which somebody last signed in in this browser, or `password`. */
export const lastChoice = {
  get: (): string | undefined => localStorage.getItem(KEY) ?? undefined,
  set: (choice: string): void => localStorage.setItem(KEY, choice),
};
