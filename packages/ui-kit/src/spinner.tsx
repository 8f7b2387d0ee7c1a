import { LoadingOutlined } from '@ant-design/icons';
import './spinner.css';

/** The surrounding element must name what is loading. */
export const Spinner = () => <LoadingOutlined aria-hidden className="ui-spinner" />;
