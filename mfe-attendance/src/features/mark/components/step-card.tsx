import { Card } from '@qr-attendance/ui-kit';
import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  title: string;
  why?: ReactNode;
  icon?: ReactNode;
  /** Whether a field in the card takes the focus instead of the title. */
  hasOwnFocus?: boolean;
  children?: ReactNode;
}

/** Focuses the title for screen readers, and scrolls the card with its button into view. */
export const StepCard = ({ title, why, icon, hasOwnFocus = false, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasOwnFocus) heading.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [hasOwnFocus]);
  return (
    <Card ref={card} className="step-card">
      <div className="stack">
        <div className="line">
          {icon && (
            <span aria-hidden className="step-icon">
              {icon}
            </span>
          )}
          <div className="fill">
            <h2 ref={heading} tabIndex={-1} className="title focus-target">
              {title}
            </h2>
            {why && <p className="flush above-xxs muted">{why}</p>}
          </div>
        </div>
        {children}
      </div>
    </Card>
  );
};
