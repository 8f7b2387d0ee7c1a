import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { useId, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import './text-field.css';

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'size' | 'className' | 'disabled'> {
  label: string;
  error?: string | undefined;
  help?: string | undefined;
  type?: 'text' | 'email' | 'secret';
  large?: boolean;
}

const ShowButton = ({ shown, onPress }: { shown: boolean; onPress: () => void }) => {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="text-field-show"
      aria-pressed={shown}
      aria-label={t(shown ? 'common:hide' : 'common:show')}
      // Prevents the press from moving the focus out of the text field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {shown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
    </button>
  );
};

/** Properties of a field for typed codes; disable automatic correction. */
export const typedCode = {
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: 300,
  enterKeyHint: 'go',
} as const;

/** The text field of the lightest pages, because antd's Input would load its whole Form. */
export const TextField = ({ label, error, help, type = 'text', large = false, ...input }: Props) => {
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = type === 'secret';
  const errorId = `${id}-error`;
  const helpId = `${id}-help`;
  const describedBy = [error && errorId, help && helpId].filter(Boolean).join(' ');
  const classes = [error && 'text-field-failed', help && 'text-field-helped', large && 'text-field-large'];
  return (
    <div className={['text-field', ...classes].filter(Boolean).join(' ')}>
      <label htmlFor={id} className="text-field-label">
        {label}
      </label>
      <div className="text-field-box">
        <input
          {...input}
          id={id}
          type={secret ? (shown ? 'text' : 'password') : type}
          className={secret ? 'text-field-input text-field-secret' : 'text-field-input'}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || input['aria-describedby']}
        />
        {secret && <ShowButton shown={shown} onPress={() => setShown(!shown)} />}
      </div>
      {error && (
        <div id={errorId} role="alert" className="text-field-error">
          {error}
        </div>
      )}
      {help && (
        <div id={helpId} className="text-field-help">
          {help}
        </div>
      )}
    </div>
  );
};
