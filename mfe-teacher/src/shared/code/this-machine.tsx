import { Notice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Only browsers on this machine can open the address of the page. */
export const isOnThisMachine = ({ hostname }: Pick<Location, 'hostname'> = location): boolean =>
  LOOPBACK.has(hostname);

/** Says why phones cannot scan the code, and what to do. */
export const UnreachableByPhoneNotice = () => {
  const { t } = useTranslation('teacher');
  return isOnThisMachine() ? <Notice type="warning" role="status" title={t('code.onThisMachine')} /> : null;
};

/** The address that students type. With a port, browsers try http:// first. */
export const typedAddress = ({
  protocol,
  host,
  port,
}: Pick<Location, 'protocol' | 'host' | 'port'> = location): string =>
  `${protocol === 'https:' && port !== '' ? 'https://' : ''}${host}/go`;

export const TypedAddress = () => <strong className="typed-address">{typedAddress()}</strong>;
