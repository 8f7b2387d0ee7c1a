import { Panel, tokens } from '@qr-attendance/ui-kit';
import { useEffect, useRef, type ReactNode } from 'react';
import './step-card.css';

interface Props {
  title: string;
  why?: ReactNode;
  icon?: ReactNode;
  /** Whether a field inside takes the focus instead of the title. */
  hasOwnFocus?: boolean;
  children?: ReactNode;
}

/** The title takes the focus for screen readers, and the card scrolls into view together with its button. */
export const StepCard = ({ title, why, icon, hasOwnFocus = false, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasOwnFocus) heading.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [hasOwnFocus]);
  return (
    <Panel ref={card} className="step-card">
      <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.margin }}>
        <div style={{ display: 'flex', gap: tokens.marginSM, alignItems: 'flex-start' }}>
          {icon && (
            <span
              aria-hidden
              style={{ fontSize: 24, lineHeight: '28px', color: tokens.colorLink, display: 'flex' }}
            >
              {icon}
            </span>
          )}
          <div style={{ minWidth: 0 }}>
            <h2
              ref={heading}
              tabIndex={-1}
              style={{ margin: 0, fontSize: 16, lineHeight: '28px', fontWeight: 600, outline: 'none' }}
            >
              {title}
            </h2>
            {why && <p style={{ margin: '4px 0 0', color: tokens.colorTextSecondary }}>{why}</p>}
          </div>
        </div>
        {children}
      </div>
    </Panel>
  );
};
