import themes from 'antd/es/theme';
import type { ReactNode, Ref } from 'react';

interface Props {
  ref?: Ref<HTMLDivElement>;
  className?: string;
  /** Less room within, for a few facts. */
  compact?: boolean;
  children: ReactNode;
}

/** A surface with a hairline border. Not antd's Card: that brings tabs and menus along to the lightest pages. */
export const Panel = ({ ref, className, compact = false, children }: Props) => {
  const { token } = themes.useToken();
  return (
    <div
      ref={ref}
      className={className}
      style={{
        padding: compact ? token.padding : 20,
        background: token.colorBgContainer,
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadiusLG,
      }}
    >
      {children}
    </div>
  );
};
