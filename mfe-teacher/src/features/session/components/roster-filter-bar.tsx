import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import theme from 'antd/es/theme';
import { useTranslation } from 'react-i18next';
import type { RosterChoice } from '../roster-choice.ts';

interface Props {
  choice: RosterChoice;
  onChoose: (choice: RosterChoice) => void;
  /** How many marks there are to review. */
  toReview: number;
  typed: string;
  onType: (typed: string) => void;
}

export const RosterFilterBar = ({ choice, onChoose, toReview, typed, onType }: Props) => {
  const { t } = useTranslation('teacher');
  const { token } = theme.useToken();
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: token.marginSM }}>
      <Radio.Group
        aria-label={t('review.filter')}
        optionType="button"
        value={choice}
        onChange={({ target }) => onChoose(target.value as RosterChoice)}
        options={[
          { value: 'all', label: t('review.showAll') },
          { value: 'review', label: t('review.showNeeded', { count: toReview }) },
        ]}
      />
      <Input
        type="search"
        allowClear
        value={typed}
        onChange={(event) => onType(event.target.value)}
        placeholder={t('roster.search')}
        aria-label={t('roster.search')}
        style={{ flex: '1 1 180px', width: 'auto' }}
      />
    </div>
  );
};
