import { LoadingOutlined } from '@ant-design/icons';
import './spinner.css';

/** The surrounding element names what is loading. */
export const Spinner = () => <LoadingOutlined aria-hidden className="ui-spinner" />;
