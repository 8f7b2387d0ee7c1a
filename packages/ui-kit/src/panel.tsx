import type { ReactNode, Ref } from 'react';
import { tokens } from './tokens/tokens.ts';

interface Props {
  ref?: Ref<HTMLDivElement>;
  className?: string;
  compact?: boolean;
  children: ReactNode;
}

/** A bordered surface. antd's Card would add tabs and menus to the lightest pages. */
export const Panel = ({ ref, className, compact = false, children }: Props) => {
  return (
    <div
      ref={ref}
      className={className}
      style={{
        padding: compact ? tokens.padding : 20,
        background: tokens.colorBgContainer,
        border: `1px solid ${tokens.colorBorderSecondary}`,
        borderRadius: tokens.borderRadiusLG,
      }}
    >
      {children}
    </div>
  );
};
