/** Has a file on its way before anything asks for it. */
export const preloadFile = (href: string, as: 'script' | 'style'): void => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as, href });
  document.head.append(link);
};
