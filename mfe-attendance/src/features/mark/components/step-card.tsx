import Card from 'antd/es/card';
import theme from 'antd/es/theme';
import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  title: string;
  /** Why this is asked, in plain words. */
  why?: ReactNode;
  icon?: ReactNode;
  /** A field inside takes the focus instead of the title. */
  hasOwnFocus?: boolean;
  children?: ReactNode;
}

/** One step of marking. Its title takes the focus, so that a screen reader says what is asked now. */
export const StepCard = ({ title, why, icon, hasOwnFocus = false, children }: Props) => {
  const { token } = theme.useToken();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!hasOwnFocus) heading.current?.focus({ preventScroll: true });
  }, [hasOwnFocus]);
  return (
    <Card>
      <div style={{ display: 'grid', gap: token.margin }}>
        <div style={{ display: 'flex', gap: token.marginSM, alignItems: 'flex-start' }}>
          {icon && (
            <span
              aria-hidden
              style={{ fontSize: 24, lineHeight: '28px', color: token.colorLink, display: 'flex' }}
            >
              {icon}
            </span>
          )}
          <div style={{ minWidth: 0 }}>
            <h2
              ref={heading}
              tabIndex={-1}
              style={{ margin: 0, fontSize: 18, lineHeight: '28px', fontWeight: 600, outline: 'none' }}
            >
              {title}
            </h2>
            {why && <p style={{ margin: '4px 0 0', color: token.colorTextSecondary }}>{why}</p>}
          </div>
        </div>
        {children}
      </div>
    </Card>
  );
};
