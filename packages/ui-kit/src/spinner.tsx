import { LoadingOutlined } from '@ant-design/icons';
import themes from 'antd/es/theme';

/** Something is under way; the page around it says what. */
export const Spinner = () => {
  const { token } = themes.useToken();
  return <LoadingOutlined aria-hidden style={{ fontSize: 32, color: token.colorLink }} />;
};
