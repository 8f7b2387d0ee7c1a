import type { SignInProvider } from '@qr-attendance/contracts';
import { Button, Notice, PlainForm, TextField } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastChoice } from './last-choice.ts';
import { useOpenProvider } from './use-open-provider.ts';

/** If there are more providers, a search replaces the buttons. */
const MAX_BUTTONS = 5;
const MAX_MATCHES = 8;

interface Props {
  providers: SignInProvider[];
  /** Whether the password is hidden behind a link. */
  isMain: boolean;
}

export const ProviderChoice = ({ providers, isMain }: Props) => {
  const { t } = useTranslation('providers');
  const { open, chosen, isLeaving, isSlow, problem } = useOpenProvider();
  const [search, setSearch] = useState('');
  const [last] = useState(lastChoice.get);
  const isSearched = providers.length > MAX_BUTTONS;
  const wanted = search.trim().toLocaleLowerCase();
  const isShown = ({ _id, name }: SignInProvider): boolean => {
    if (!isSearched) return true;
    return wanted ? name.toLocaleLowerCase().includes(wanted) : _id === last;
  };
  const shown = [
    ...providers.filter(({ _id }) => _id === last),
    ...providers.filter(({ _id }) => _id !== last),
  ].filter(isShown);
  const [first] = shown;

  const submit = () => {
    if (first && shown.length === 1) void open(first);
  };
  const buttons = shown.slice(0, MAX_MATCHES).map((provider, index) => (
    <Button
      key={provider._id}
      type={isMain && index === 0 ? 'primary' : 'default'}
      size="large"
      block
      className="ui-button-named"
      loading={isLeaving && provider._id === chosen?._id}
      onClick={() => void open(provider)}
    >
      {t('signIn', { name: provider.name })}
    </Button>
  ));
  return (
    <div className="stack gap-sm">
      {problem !== undefined && <Notice type="error" title={problem} />}
      {isSlow && chosen && <Notice type="info" role="status" title={t('slow', { name: chosen.name })} />}
      {isSearched && (
        <PlainForm busy={false} onSubmit={submit}>
          <TextField
            label={t('search')}
            type="text"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </PlainForm>
      )}
      {buttons}
      {isSearched && (
        <p role="status" className="flush muted">
          {wanted && shown.length === 0 && t('noMatch')}
          {shown.length > MAX_MATCHES && t('moreMatches', { count: shown.length - MAX_MATCHES })}
        </p>
      )}
    </div>
  );
};
