import type { CSSProperties, ReactNode } from 'react';

const hidden: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};

export const VisuallyHidden = ({ inline = false, children }: { inline?: boolean; children: ReactNode }) => {
  const Tag = inline ? 'span' : 'div';
  return <Tag style={hidden}>{children}</Tag>;
};
