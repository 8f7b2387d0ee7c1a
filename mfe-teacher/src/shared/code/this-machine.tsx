import { Notice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True if only browsers on this machine can open the page's address. */
export const isOnThisMachine = ({ hostname }: Pick<Location, 'hostname'> = location): boolean =>
  LOOPBACK.has(hostname);

export const UnreachableByPhoneNotice = () => {
  const { t } = useTranslation('teacher');
  return isOnThisMachine() ? <Notice type="warning" role="status" title={t('code.onThisMachine')} /> : null;
};

/**
 * The address that students type. Includes the protocol if there is a port, because browsers would try
 * http://.
 */
export const typedAddress = ({
  protocol,
  host,
  port,
}: Pick<Location, 'protocol' | 'host' | 'port'> = location): string =>
  `${protocol === 'https:' && port !== '' ? 'https://' : ''}${host}/go`;

export const TypedAddress = () => <strong className="typed-address">{typedAddress()}</strong>;
