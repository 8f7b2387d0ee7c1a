import { Button, Card, Failure, InputForm, QueryView, showFieldErrors } from '@qr-attendance/ui-kit';
import { useOpenAddress } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { usePreviewClaims, useStartTest, useTestResult } from '../api.ts';
import { MappingResult } from './mapping-result.tsx';

const TEST = /^#test=([0-9a-f-]{36})$/;

/**
 * Returns the id of the test sign-in that redirected to this page, and removes the id from the address bar.
 */
const useFinishedTest = (): string | undefined => {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [test, setTest] = useState<string>();
  const testId = TEST.exec(hash)?.[1];
  if (testId !== undefined && testId !== test) setTest(testId);
  useEffect(() => {
    if (testId !== undefined) void navigate(pathname, { replace: true });
  }, [testId, pathname, navigate]);
  return test;
};

const PreviewForm = ({ id }: { id: string }) => {
  const { t } = useTranslation('admin');
  const [form] = Form.useForm<{ pasted: string }>();
  const preview = usePreviewClaims(id);
  const submit = ({ pasted }: { pasted: string }) =>
    preview.mutate(pasted, {
      onError: (error) => {
        if (showFieldErrors(form, error, ['pasted'], { token_unreadable: 'pasted' })) preview.reset();
      },
    });
  return (
    <>
      <InputForm
        busy={preview.isPending}
        form={form}
        onFinish={submit}
        aria-label={t('providers.preview')}
        className="above"
      >
        <Form.Item
          name="pasted"
          label={t('providers.pasted')}
          extra={t('providers.pastedHelp')}
          rules={[
            {
              required: true,
              whitespace: true,
              message: t('common:required', { field: t('providers.pasted') }),
            },
          ]}
        >
          <Input.TextArea
            rows={4}
            maxLength={20_000}
            autoComplete="off"
            spellCheck={false}
            className="code-text"
          />
        </Form.Item>
        <Failure error={preview.error} text={t('providers.previewFailed')} />
        <Button htmlType="submit" loading={preview.isPending}>
          {t('providers.preview')}
        </Button>
      </InputForm>
      {preview.data && <MappingResult preview={preview.data} />}
    </>
  );
};

/** Shows what a sign-in would do, and changes nothing. */
export const TestSignIn = ({ id }: { id: string }) => {
  const { t } = useTranslation('admin');
  const test = useFinishedTest();
  const result = useTestResult(id, test);
  const { isLeaving, leaveFor } = useOpenAddress();
  const start = useStartTest(id);
  return (
    <Card title={t('providers.test')} help={t('providers.testHelp')}>
      <Failure error={start.error} text={t('providers.testFailed')} />
      {test !== undefined && (
        <div className="below">
          <QueryView query={result} errorMessage={t('providers.testUnknown')}>
            {(preview) => <MappingResult preview={preview} />}
          </QueryView>
        </div>
      )}
      <Button
        loading={start.isPending || isLeaving}
        onClick={() => start.mutate(undefined, { onSuccess: ({ url }) => leaveFor(url) })}
      >
        {t('providers.startTest')}
      </Button>
      <PreviewForm id={id} />
    </Card>
  );
};
