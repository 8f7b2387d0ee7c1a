import { Notice } from '@qr-attendance/ui-kit';
import { useEffect, useRef } from 'react';

/** Scrolls the card into view, because the message may push its button out of reach. */
export const ProblemNotice = ({ message, hint }: { message: string; hint?: string | undefined }) => {
  const problem = useRef<HTMLDivElement>(null);
  useEffect(() => {
    problem.current?.closest('.step-card')?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <div ref={problem}>
      <Notice
        type="error"
        title={
          <>
            {message}
            {hint && <div className="above-xxs">{hint}</div>}
          </>
        }
      />
    </div>
  );
};
