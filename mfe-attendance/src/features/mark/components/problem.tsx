import { Notice } from '@qr-attendance/ui-kit';
import { useEffect, useRef } from 'react';

/** What is wrong, and below it what the student can do about it. Must not push the step's button out of reach. */
export const Problem = ({ message, hint }: { message: string; hint?: string | undefined }) => {
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
            {hint && <div style={{ marginBlockStart: 4 }}>{hint}</div>}
          </>
        }
      />
    </div>
  );
};
