import type { ReactNode } from 'react';

export const VisuallyHidden = ({ inline = false, children }: { inline?: boolean; children: ReactNode }) => {
  const Tag = inline ? 'span' : 'div';
  return <Tag className="visually-hidden">{children}</Tag>;
};
