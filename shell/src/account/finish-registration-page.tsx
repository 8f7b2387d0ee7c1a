import { routes, type AnswerOf, type InputOf } from '@qr-attendance/contracts';
import { Button, Facts, InputForm, LoadingState, Notice, showFieldErrors } from '@qr-attendance/ui-kit';
import { hasStudentNumber, institutionWord, messageOf } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { QueueNotice } from '../forms/queue-notice.tsx';
import { useQueue } from '../forms/use-queue.ts';
import { returnPath } from '../guards/return-path.ts';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { weakPasswordAt } from '../pages/password-rules.ts';
import { DepartmentField, EmployeeIdField, NameField, StudentFields } from '../pages/register-fields.tsx';
import { useTakenNumbers } from '../pages/use-taken-numbers.ts';
import { useChallenge } from '../second-factor/challenge.ts';
import { NewPasswordFields, type NewPassword } from './components/new-password-fields.tsx';
import { useMailedToken } from './use-mailed-token.ts';

type LinkDetails = AnswerOf<typeof routes.auth.openRegistrationLink>;
type Details = Omit<
  InputOf<typeof routes.auth.finishRegistration, 'body'>,
  'token' | 'password' | 'refuseTakenNumbers'
>;

const names = ['name', 'usn', 'regNo', 'employeeId', 'department', 'semester'] as const;
const places = { password: 'newPassword', ...weakPasswordAt('newPassword') };

const KnownDetails = ({ known }: { known: LinkDetails }) => {
  const { t } = useTranslation('shell');
  const labels = {
    ...(known.mayCorrectName ? {} : { name: t('register.name') }),
    email: t('register.email'),
    usn: institutionWord('usn') ?? t('register.usn'),
    regNo: institutionWord('regNo') ?? t('register.regNo'),
    employeeId: institutionWord('employeeId') ?? t('register.employeeId'),
    department: institutionWord('department') ?? t('register.department'),
    semester: t('register.semester'),
  };
  const shown = (Object.keys(labels) as (keyof typeof labels)[]).filter((name) => known[name] !== undefined);
  return (
    <div className="below">
      <Facts facts={shown.map((name) => ({ name: labels[name] ?? '', value: known[name] }))} />
    </div>
  );
};

const MissingFields = ({ known }: { known: LinkDetails }) => {
  const isStudent = known.userType === 'STUDENT';
  const isAsked = (name: 'usn' | 'regNo') => known[name] === undefined && hasStudentNumber(name);
  return (
    <>
      {known.mayCorrectName && <NameField />}
      {known.department === undefined && <DepartmentField />}
      {isStudent && (
        <StudentFields
          usn={isAsked('usn')}
          regNo={isAsked('regNo')}
          semester={known.semester === undefined}
        />
      )}
      {!isStudent && known.employeeId === undefined && <EmployeeIdField />}
    </>
  );
};

/** Opening the link has no effect before a press, because mail scanners open links. */
export const FinishRegistrationPage = () => {
  const { t } = useTranslation(['account', 'shell']);
  const { api, storeSignIn, reload } = useIdentityState();
  const navigate = useNavigate();
  const token = useMailedToken();
  const queue = useQueue();
  const openChallenge = useChallenge();
  const [form] = Form.useForm<NewPassword & Details>();
  const takenNumbers = useTakenNumbers(form);
  const [opened, setOpened] = useState<{ token: string; known?: LinkDetails; problem?: string }>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const failed = t('finish.failed');
  const { known, problem } = opened?.token === token ? (opened ?? {}) : {};

  useEffect(() => {
    if (token === undefined) return;
    let isCurrent = true;
    api.call(routes.auth.openRegistrationLink, { body: { token } }).then(
      (found) => isCurrent && setOpened({ token, known: found }),
      (failure: unknown) => isCurrent && setOpened({ token, problem: messageOf(failure, failed) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, token, failed]);

  const submit = async ({ newPassword, confirm: _confirm, ...details }: NewPassword & Details) => {
    setBusy(true);
    setError(undefined);
    try {
      const refuseTakenNumbers =
        known?.userType === 'STUDENT' && takenNumbers.refuseTakenNumbers(details) ? true : undefined;
      const body = { token: token ?? '', password: newPassword, ...details, refuseTakenNumbers };
      const signedIn = await queue.submitInTurn((turn) =>
        storeSignIn(() => api.call(routes.auth.finishRegistration, { ...turn, body })),
      );
      if (!signedIn) return setBusy(false);
      await reload();
      void navigate(returnPath(undefined, signedIn.user), { replace: true });
    } catch (failure) {
      if (openChallenge(failure)) return;
      const next = takenNumbers.explain(failure, details);
      if (next !== undefined) setError(`${messageOf(failure, failed)} ${next}`);
      else if (!showFieldErrors(form, failure, names, places)) setError(messageOf(failure, failed));
      setBusy(false);
    }
  };
  const content = () => {
    if (token === undefined) return <Notice type="info" title={t('finish.noToken')} />;
    if (!known) return problem === undefined ? <LoadingState /> : null;
    return (
      <>
        <p className="flush below">{t('finish.help')}</p>
        <KnownDetails known={known} />
        <QueueNotice wait={queue.wait} onLeave={queue.leave} />
        <InputForm<NewPassword & Details>
          busy={busy}
          form={form}
          initialValues={known.mayCorrectName ? { name: known.name } : {}}
          onFinish={submit}
        >
          {/* Password managers store the password for this address. */}
          <Input type="hidden" autoComplete="username" value={known.email} readOnly />
          <MissingFields known={known} />
          <NewPasswordFields />
          <Button type="primary" size="large" block htmlType="submit" loading={busy}>
            {t('shell:register.submit')}
          </Button>
        </InputForm>
      </>
    );
  };
  return (
    <FormCard
      title={t('finish.title')}
      error={error ?? problem}
      other={{ to: '/login', label: t('forgot.toLogin') }}
    >
      {content()}
    </FormCard>
  );
};
