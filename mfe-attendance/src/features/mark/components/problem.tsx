import Alert from 'antd/es/alert';

/** What is wrong, and below it what the student can do about it. */
export const Problem = ({ message, hint }: { message: string; hint?: string | undefined }) => (
  <Alert
    type="error"
    showIcon
    title={
      <>
        {message}
        {hint && <div style={{ marginBlockStart: 4 }}>{hint}</div>}
      </>
    }
  />
);
