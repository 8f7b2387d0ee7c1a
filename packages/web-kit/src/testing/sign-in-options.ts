import type { SignInProvider } from '@qr-attendance/contracts';

/** Writes the sign-in options into the page, as the gateway does. */
export const setSignInOptions = (
  providers: SignInProvider[],
  passwords = 'shown',
  emailFolder?: string,
): (() => void) => {
  const element = document.createElement('script');
  element.id = 'sign-in-options';
  element.type = 'application/json';
  element.textContent = JSON.stringify({ providers, passwords, emailFolder });
  document.head.append(element);
  return () => element.remove();
};

/** Records the addresses that the page opens, and prevents the navigation. */
export const watchOpenedAddresses = (opened: string[]): (() => void) => {
  const stay = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement) || event.target.parentElement !== document.body) return;
    opened.push(event.target.href);
    event.preventDefault();
  };
  document.addEventListener('click', stay);
  return () => document.removeEventListener('click', stay);
};
