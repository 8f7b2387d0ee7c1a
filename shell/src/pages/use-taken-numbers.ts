import { type StudentNumber, studentNumbers } from '@qr-attendance/contracts';
import { ApiError, institutionWord } from '@qr-attendance/web-kit';
import type { FormInstance } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

type Numbers = { [Name in StudentNumber]?: string | undefined };

/**
 * The first press checks whether another person has the numbers; a second press with the same numbers
 * registers anyway.
 */
export const useTakenNumbers = (form: Pick<FormInstance, 'setFields' | 'focusField'>) => {
  const { t } = useTranslation('shell');
  const answered = useRef<string>(undefined);
  const keyOf = ({ usn = '', regNo = '' }: Numbers) => JSON.stringify([usn.trim(), regNo.trim()]);
  return {
    refuseTakenNumbers: (numbers: Numbers): boolean => answered.current !== keyOf(numbers),
    /** Shows an error beside the fields of the numbers and returns advice; undefined for other failures. */
    explain: (failure: unknown, numbers: Numbers): string | undefined => {
      if (!(failure instanceof ApiError) || failure.code !== 'number_taken') return undefined;
      answered.current = keyOf(numbers);
      const named = failure.details['numbers'];
      const taken = studentNumbers.filter((name) => Array.isArray(named) && named.includes(name));
      form.setFields(
        taken.map((name) => ({
          name,
          errors: [t('register.numberTaken', { number: institutionWord(name) ?? t(`register.${name}`) })],
        })),
      );
      if (taken[0]) form.focusField(taken[0]);
      return t('register.numberIsMine');
    },
  };
};
