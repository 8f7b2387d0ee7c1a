import Alert from 'antd/es/alert';

/** Why something did not work; nothing while it did. */
export const Failure = ({ text }: { text: string | undefined }) =>
  text ? <Alert type="error" showIcon role="alert" title={text} style={{ marginBlockEnd: 16 }} /> : null;
